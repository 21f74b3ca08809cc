import { z } from "zod";
import { type PresentedUser, presentUser } from "../accounts/present-user.ts";
import { type UserRow, userColumns } from "../accounts/user-row.ts";
import type { AuthContext } from "../auth-context.ts";

/** Query of GET admin/users; the client sends empty texts for what it leaves out. */
export const ListUsersInput = z
  .object({ page: pageNumber(1, 1_000_000), per_page: pageNumber(50, 1_000) })
  .transform(({ page, per_page }) => ({ page, perPage: per_page }));
export type ListUsersInput = z.output<typeof ListUsersInput>;

/** One page of accounts, the newest first, and how many there are in all (one statement). */
export async function listUsers({
  context: { sql },
  input: { page, perPage },
}: {
  context: AuthContext;
  input: ListUsersInput;
}): Promise<{ users: PresentedUser[]; total: number }> {
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
