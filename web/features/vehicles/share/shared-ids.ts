/** So many vehicles a shared link shows. */
export const MOST_SHARED = 200;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The vehicles that a shared link names (`?ids=a,b`): in its order, each once, what is no id left
 * out.
 */
export function sharedIds(search: URLSearchParams): string[] {
  const named = search.getAll("ids").flatMap((ids) => ids.toLowerCase().split(","));
  const ids = named.map((id) => id.trim()).filter((id) => ID.test(id));
  return [...new Set(ids)].slice(0, MOST_SHARED);
}
