import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  findUser,
  noSuchUser,
  type PresentedUser,
  presentUser,
  type UserRow,
  userColumns,
} from "../accounts/user.ts";
import { insertUser, proveEmail } from "../accounts/write-user.ts";
import type { AuthCall, AuthContext } from "../auth-context.ts";
import { readEmail, readPhone } from "../sessions/identifier.ts";
import { hashPassword } from "../sessions/password.ts";
import type { CreateUserInput } from "./admin-user-input.ts";
import { setBan } from "./ban.ts";

/** Query of GET admin/users; the client sends empty texts for what it leaves out. */
export const ListUsersInput = z
  .object({ page: pageNumber(1, 1_000_000), per_page: pageNumber(50, 1_000) })
  .transform(({ page, per_page }) => ({ page, perPage: per_page }));
export type ListUsersInput = z.output<typeof ListUsersInput>;

/** One page of accounts, the newest first, and how many there are in all (one statement). */
export async function listUsers({
  context: { sql },
  input: { page, perPage },
}: AuthCall<ListUsersInput>): Promise<{ users: PresentedUser[]; total: number }> {
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

/** The Link header of a page: supabase-js reads the page from what follows the first `=`. */
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

/**
 * Opens an account for the service (GoTrue's adminUserCreate). Throws email_exists, phone_exists,
 * weak_password.
 */
export async function createUser({
  context,
  input,
}: AuthCall<CreateUserInput>): Promise<PresentedUser> {
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
    const { email, phone } = newUser;
    await context.hooks.beforeUserSaved(transaction.sql, {
      act: "create",
      userId: null,
      email,
      phone,
    });
    const user = await insertUser(transaction, newUser);
    if (input.email_confirm) await proveEmail(transaction, user.id);
    await setBan(transaction, user.id, input.ban_duration);
    return findUser({ context: transaction, input: user });
  });
}

/** Without a password the account gets one that nobody knows, as GoTrue does. */
function encryptFirstPassword(
  context: AuthContext,
  { password, password_hash }: CreateUserInput,
): Promise<string> {
  if (password_hash !== "") return Promise.resolve(password_hash);
  return hashPassword(context, password === "" ? randomBytes(32).toString("base64url") : password);
}

/** Body of DELETE admin/users/:id. */
export const DeleteUserInput = z.object({
  should_soft_delete: z.literal(false, { error: "Soft deletion is not offered" }).nullish(),
});

/**
 * Deletes an account with all that belongs to it; its tokens are worthless at once. Throws
 * user_not_found (404).
 */
export async function deleteUser({
  context: { sql },
  input: { id },
}: AuthCall<{ id: string }>): Promise<void> {
  const [user] = await sql`delete from auth.users where id = ${id} returning id`;
  if (!user) throw noSuchUser();
}
