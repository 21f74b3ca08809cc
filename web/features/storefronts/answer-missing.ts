import { data, redirect } from "react-router";
import type { AnonymousRest } from "#web/session/read-public-rows.ts";
import { findMovedSlug } from "./find-moved-slug.ts";

const NOT_KEPT = { "X-Robots-Tag": "noindex" };
/** A browser must ask again each time: who moved away may come back. */
const MOVED = { "Cache-Control": "private, no-cache" };

/**
 * What a loader throws when nobody has the asked slug: 301 to where its page is now, 410 if there is none any more, 404 if it never
 * was. `pathOf` says where the page of a slug and role is, or null for none; the query is handed on. Throws
 * PublicRowsUnavailable when the api does not answer.
 */
export async function answerMissing(
  rest: AnonymousRest,
  slug: string,
  request: Request,
  pathOf: (slug: string, role: string) => string | null,
) {
  const moved = await findMovedSlug(rest, slug);
  if (moved === null) return data(null, { status: 404, headers: NOT_KEPT });
  const path = moved.kind === "moved" ? pathOf(moved.slug, moved.role) : null;
  if (path === null) return data(null, { status: 410, headers: NOT_KEPT });
  return redirect(`${path}${new URL(request.url).search}`, { status: 301, headers: MOVED });
}
