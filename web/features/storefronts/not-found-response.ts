import { data, redirect } from "react-router";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { findMovedSlug } from "#web/api/find-moved-slug.ts";
import type { AnonymousRest } from "#web/api/read-public-rows.ts";

const NO_INDEX = { "X-Robots-Tag": "noindex" };
/** Revalidate each time, because a moved account may take its slug back. */
const MOVED = { "Cache-Control": "private, no-cache" };

/**
 * The response for an unknown slug: 301 to the account's current slug or to the lower-cased URL (as
 * typed from a printed card), 410 if the page is gone, 404 if it never existed. `pathOf` maps slug
 * and role to a path, or null; the query is kept. Throws PublicRowsUnavailable if the API does not
 * answer.
 */
export async function notFoundResponse(
  rest: AnonymousRest,
  slug: string,
  request: Request,
  pathOf: (slug: string, role: string) => string | null,
) {
  const { pathname, search } = new URL(request.url);
  const small = slug.toLowerCase();
  if (small !== slug && PublicSlug.safeParse(small).success) {
    return redirect(`${pathname.toLowerCase()}${search}`, { status: 301, headers: MOVED });
  }
  const moved = await findMovedSlug(rest, slug);
  if (moved === null) return data(null, { status: 404, headers: NO_INDEX });
  const path = moved.kind === "moved" ? pathOf(moved.slug, moved.role) : null;
  if (path === null) return data(null, { status: 410, headers: NO_INDEX });
  return redirect(`${path}${search}`, { status: 301, headers: MOVED });
}
