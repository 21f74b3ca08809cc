import { data, redirect } from "react-router";
import { PublicSlug } from "#contract/accounts/settings.ts";
import { findMovedSlug } from "#web/api/find-moved-slug.ts";
import type { AnonymousRest } from "#web/api/read-public-rows.ts";

const NOT_KEPT = { "X-Robots-Tag": "noindex" };
/** A browser must ask again each time: who moved away may come back. */
const MOVED = { "Cache-Control": "private, no-cache" };

/**
 * What a loader throws when nobody has the asked slug: 301 to where its page is now, or to the same
 * in small letters, as it is written by hand from a printed card; 410 if there is none any more,
 * 404 if it never was. `pathOf` says where the page of a slug and role is, or null for none; the
 * query is handed on. Throws PublicRowsUnavailable when the api does not answer.
 */
export async function answerMissing(
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
  if (moved === null) return data(null, { status: 404, headers: NOT_KEPT });
  const path = moved.kind === "moved" ? pathOf(moved.slug, moved.role) : null;
  if (path === null) return data(null, { status: 410, headers: NOT_KEPT });
  return redirect(`${path}${search}`, { status: 301, headers: MOVED });
}
