import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  findUser,
  insertUser,
  noSuchUser,
  presentUser,
  syncIdentities,
  toDuplicateError,
  type UserRow,
  userColumns,
} from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import {
  Metadata,
  mergeMetadata,
  OptionalText,
  readEmail,
  readPhone,
  requireMetadataFits,
} from "../read-input.ts";
import { hashPassword } from "../sessions/password.ts";

/** Query of GET admin/users. The client sends empty strings for parameters that are not set. */
export const ListUsersInput = z
  .object({ page: pageNumber(1, 1_000_000), per_page: pageNumber(50, 1_000) })
  .transform(({ page, per_page }) => ({ page, perPage: per_page }));
export type ListUsersInput = z.output<typeof ListUsersInput>;

/** Returns one page of accounts, newest first, and the total count, in one statement. */
export async function listUsers({ sql }: AuthContext, { page, perPage }: ListUsersInput) {
  const rows = await sql<({ total: number } & (UserRow | { id: null }))[]>`
    select count.total, page.*
    from (select count(*)::int as total from auth.users where deleted_at is null) as count
    left join (
      select ${userColumns(sql)}
      from auth.users u
      where u.deleted_at is null
      order by u.created_at desc, u.id
      limit ${perPage} offset ${(page - 1) * perPage}
    ) as page on true
    order by page.created_at desc, page.id`;
  const users = rows.flatMap((row) => (row.id === null ? [] : [presentUser(row)]));
  return { users, total: rows[0]?.total ?? 0 };
}

/** The Link header of a page. supabase-js reads the page number after the first `=`. */
export function linkToPages(path: string, { page, perPage }: ListUsersInput, total: number) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const next = page < lastPage ? [link(page + 1, "next")] : [];
  return [...next, link(lastPage, "last")].join(", ");
}

function pageNumber(usual: number, highest: number) {
  return z
    .string()
    .regex(/^\d{0,7}$/, "Bad Pagination Parameters")
    .optional()
    .transform((text) => (text ? Number(text) : usual))
    .refine((number) => number >= 1 && number <= highest, "Bad Pagination Parameters");
}

/** 100 years: PostgreSQL and JavaScript can both represent the end of the ban. */
const maxBanSeconds = 100 * 365 * 86_400;

const unitSeconds: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** A duration in Go's notation ("1h30m"), in seconds. 0 for "none", null if not set. */
export const BanDuration = z
  .string()
  .max(40)
  .regex(/^(none|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)?$/, "invalid format for ban duration")
  .nullish()
  .transform((text) => (text ? Math.min(toSeconds(text), maxBanSeconds) : null));

function toSeconds(text: string): number {
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0),
    0,
  );
}

const Flag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);

/** Fields that POST and PUT admin/users share (GoTrue's AdminUserParams). */
const adminUserFields = {
  email: OptionalText,
  phone: OptionalText,
  password: OptionalText,
  email_confirm: Flag,
  phone_confirm: Flag,
  user_metadata: Metadata,
  app_metadata: Metadata,
  ban_duration: BanDuration,
  /** A token with any other role would bypass row security. */
  role: z.literal("authenticated").nullish(),
};

/** Body of POST admin/users. */
export const CreateUserInput = z
  .object({
    ...adminUserFields,
    id: z.uuid().nullish(),
    password_hash: OptionalText.refine(
      (hash) => /^(\$2[aby]\$(0[4-9]|1\d|2\d|3[01])\$[./A-Za-z0-9]{53})?$/.test(hash),
      "must be a bcrypt hash",
    ),
  })
  .refine(
    ({ email, phone }) => email !== "" || phone !== "",
    "Cannot create a user without either an email or phone",
  )
  .refine(
    ({ password, password_hash }) => password === "" || password_hash === "",
    "Only a password or a password hash should be provided",
  );
export type CreateUserInput = z.output<typeof CreateUserInput>;

/** Creates an account with the service key (GoTrue's adminUserCreate). */
export async function createUser(context: AuthContext, input: CreateUserInput) {
  const newUser = {
    id: input.id ?? undefined,
    email: readEmail(input.email),
    phone: readPhone(context, input.phone),
    encryptedPassword: await encryptFirstPassword(context, input),
    isEmailConfirmed: input.email_confirm,
    isPhoneConfirmed: input.phone_confirm,
    userMetadata: input.user_metadata,
    appMetadata: input.app_metadata,
  };
  return context.transaction(async (transaction) => {
    const { hooks, sql } = transaction;
    const { email, phone } = newUser;
    await hooks.beforeUserSaved(sql, { act: "create", userId: null, email, phone });
    const user = await insertUser(transaction, newUser);
    if (input.email_confirm) await proveEmail(transaction, user.id);
    await setBan(transaction, user.id, input.ban_duration);
    return findUser(transaction, user.id);
  });
}

/** Without a password in the request, the account gets a random one, as in GoTrue. */
function encryptFirstPassword(context: AuthContext, { password, password_hash }: CreateUserInput) {
  if (password_hash !== "") return Promise.resolve(password_hash);
  return hashPassword(context, password === "" ? randomBytes(32).toString("base64url") : password);
}

/** Body of DELETE admin/users/:id. */
export const DeleteUserInput = z.object({
  should_soft_delete: z.literal(false, { error: "Soft deletion is not offered" }).nullish(),
});

/** Deletes an account with everything that belongs to it. Its tokens stop working immediately. */
export async function deleteUser({ sql }: AuthContext, id: string): Promise<void> {
  const [user] = await sql`delete from auth.users where id = ${id} returning id`;
  if (!user) throw noSuchUser();
}

/** Body of PUT admin/users/:id. */
export const ChangeUserInput = z.object(adminUserFields);
export type ChangeUserInput = z.output<typeof ChangeUserInput>;

type Change = { email: string | null; phone: string | null; encryptedPassword: string | null };

/**
 * Changes an account with the service key. A new password ends all sessions and sent links, a new
 * email only the links.
 */
export async function changeUser(context: AuthContext, id: string, change: ChangeUserInput) {
  const checked: Change = {
    email: readEmail(change.email),
    phone: readPhone(context, change.phone),
    encryptedPassword: change.password === "" ? null : await hashPassword(context, change.password),
  };
  return context.transaction(async (transaction) => {
    const { hooks, sql } = transaction;
    const { email, phone } = checked;
    await hooks.beforeUserSaved(sql, { act: "change", userId: id, email, phone });
    await saveAccount(transaction, id, change, checked);
    if (change.email_confirm) await proveEmail(transaction, id);
    await setBan(transaction, id, change.ban_duration);
    await invalidateCredentials(transaction, id, checked);
    const saved = await syncIdentities(transaction, id);
    const { raw_user_meta_data: user, raw_app_meta_data: app } = saved;
    requireMetadataFits("user_metadata", { change: change.user_metadata, saved: user });
    requireMetadataFits("app_metadata", { change: change.app_metadata, saved: app });
    return presentUser(saved);
  });
}

/** Bans the account for `seconds`. 0 lifts the ban, null leaves it unchanged. */
async function setBan({ sql }: AuthContext, userId: string, seconds: number | null): Promise<void> {
  if (seconds === null) return;
  await sql`
    update auth.users
    set banned_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end
    where id = ${userId}`;
}

async function saveAccount(
  { sql }: AuthContext,
  id: string,
  change: ChangeUserInput,
  { email, phone, encryptedPassword }: Change,
): Promise<void> {
  try {
    await sql`
      update auth.users
      set email = coalesce(${email}, email),
        phone = coalesce(${phone}, phone),
        encrypted_password = coalesce(${encryptedPassword}, encrypted_password),
        email_confirmed_at = case when ${change.email_confirm} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
        phone_confirmed_at = case when ${change.phone_confirm} then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
        raw_user_meta_data = ${mergeMetadata(sql, "raw_user_meta_data", change.user_metadata)},
        raw_app_meta_data = ${mergeMetadata(sql, "raw_app_meta_data", change.app_metadata)},
        updated_at = now()
      where id = ${id} and deleted_at is null`;
  } catch (error) {
    throw toDuplicateError(error);
  }
}

async function invalidateCredentials(
  { sql }: AuthContext,
  id: string,
  change: Change,
): Promise<void> {
  if (change.encryptedPassword !== null) await sql`delete from auth.sessions where user_id = ${id}`;
  if (change.encryptedPassword !== null || change.email !== null) {
    await sql`delete from auth.one_time_tokens where user_id = ${id}`;
  }
}

/** The service vouches for the address, so mails are sent to it (docs/decisions/050). */
async function proveEmail({ sql }: AuthContext, id: string): Promise<void> {
  await sql`select private.prove_email(${id})`;
}
