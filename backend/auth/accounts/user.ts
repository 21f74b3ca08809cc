import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import type { AuthCall } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { challengeSeconds } from "../factors/find-factor.ts";

/** A person of auth.users with what belongs to them, as `userColumns` selects it. */
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

/**
 * The columns of a `UserRow`, for a statement in which auth.users is called u. Their names and
 * order are GoTrue's.
 */
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

/**
 * A person as the client reads them (GoTrue's models.User): no password, no tokens; times and
 * factors only where there are any.
 */
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

/** What supabase-js calls a user. */
export type PresentedUser = ReturnType<typeof presentUser>;

function firstOf(...times: (Date | null)[]): Date | undefined {
  const given = times.filter((time) => time !== null).map((time) => time.getTime());
  return given.length > 0 ? new Date(Math.min(...given)) : undefined;
}

/** One account for the service. Throws user_not_found (404). */
export async function findUser({
  context: { sql },
  input: { id },
}: AuthCall<{ id: string }>): Promise<PresentedUser> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id} and u.deleted_at is null`;
  if (!user) throw noSuchUser();
  return presentUser(user);
}

/** The refusal of every admin call that names an account which is not there. */
export function noSuchUser() {
  return authError("user_not_found", { status: 404, message: "User not found" });
}

/** The id in an address. Throws validation_failed (404), as GoTrue does. */
export function readUserId(id: string): string {
  if (z.guid().safeParse(id).success) return id;
  throw authError("validation_failed", { status: 404, message: "user_id must be an UUID" });
}
