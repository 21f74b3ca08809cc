import { randomUUID } from "node:crypto";
import { classifyFailure } from "../../postgres/failures.ts";
import type { Sql } from "../../postgres/sql.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { challengeSeconds } from "../attempt-limits.ts";

/** A row of auth.users with its identities and factors, as `userColumns` selects it. */
export type UserRow = {
  id: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  banned: boolean;
  identities: Record<string, unknown>[];
  factors: Factor[];
};

type Factor = { status: string } & Record<string, unknown>;

/** The columns of a `UserRow`, in GoTrue's order. The query must alias auth.users as u. */
export function userColumns(sql: Sql) {
  return sql`
    u.id, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at,
    u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
    u.created_at, u.updated_at, u.banned_until, coalesce(u.banned_until > now(), false) as banned,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
        'updated_at', i.updated_at, 'email', i.email
      ) order by i.created_at, i.provider), '[]')
      from auth.identities i where i.user_id = u.id
    ) as identities,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
        'created_at', f.created_at, 'updated_at', f.updated_at
      ) order by f.created_at), '[]')
      from (
        select id, friendly_name, factor_type::text, status::text, created_at, updated_at from auth.mfa_factors
        where user_id = u.id and (status = 'verified' or created_at > now() - make_interval(secs => ${challengeSeconds}))
        union all
        select id, friendly_name, 'recovery_code', 'verified', created_at, updated_at from private.recovery_sets
        where user_id = u.id
      ) f
    ) as factors`;
}

/** The user as clients receive it (GoTrue's models.User): no password and no tokens. */
export function presentUser(user: UserRow) {
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    phone: user.phone ?? "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmed_at: firstOf(user.email_confirmed_at, user.phone_confirmed_at),
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.length > 0 ? user.factors : undefined,
    identities: user.identities,
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_anonymous: false,
  };
}

export type PresentedUser = ReturnType<typeof presentUser>;

function firstOf(...times: (Date | null)[]): Date | undefined {
  const given = times.filter((time) => time !== null).map((time) => time.getTime());
  return given.length > 0 ? new Date(Math.min(...given)) : undefined;
}

/** Returns one account. Throws user_not_found (404). */
export async function findUser({ sql }: AuthContext, id: string): Promise<PresentedUser> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id} and u.deleted_at is null`;
  if (!user) throw noSuchUser();
  return presentUser(user);
}

export function noSuchUser() {
  return authError("user_not_found", { status: 404, message: "User not found" });
}

/** A new account: input already validated, password already hashed. */
export type NewUser = {
  id?: string;
  email: string | null;
  phone: string | null;
  encryptedPassword: string;
  isEmailConfirmed: boolean;
  isPhoneConfirmed: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
};

/**
 * Inserts an account and its identities; run it in a transaction. Throws email_exists or
 * phone_exists.
 */
export async function insertUser(context: AuthContext, user: NewUser): Promise<UserRow> {
  const { id = randomUUID(), email, phone, encryptedPassword } = user;
  try {
    await context.sql`
      insert into auth.users (
        instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at
      ) values (
        ${noInstance}, ${id}, 'authenticated', 'authenticated', ${email}, ${phone}, ${encryptedPassword},
        case when ${email !== null && user.isEmailConfirmed} then now() end,
        case when ${phone !== null && user.isPhoneConfirmed} then now() end,
        ${JSON.stringify(user.appMetadata)}::text::jsonb, ${JSON.stringify(user.userMetadata)}::text::jsonb,
        now(), now()
      )`;
  } catch (error) {
    throw toDuplicateError(error);
  }
  return syncIdentities(context, id);
}

/** GoTrue only finds rows of this instance, so our rows carry it too. */
export const noInstance = "00000000-0000-0000-0000-000000000000";

/** Updates identities and providers to match the current email and phone, in GoTrue's format. */
export async function syncIdentities({ sql }: AuthContext, id: string): Promise<UserRow> {
  await sql`select private.sync_identities(${id})`;
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id}`;
  if (!user) throw noSuchUser();
  return user;
}

/** Maps a unique violation to the API error for it and returns any other error unchanged. */
export function toDuplicateError(error: unknown): unknown {
  const failure = classifyFailure(error);
  if (failure.kind !== "sql" || failure.state !== "23505") return error;
  const isPhone = failure.constraint?.includes("phone");
  return authError(isPhone ? "phone_exists" : "email_exists", { cause: error });
}
