/** How server-side pages reach the API: its fetch, its URL and the anonymous key. */
export type AnonymousRest = { fetch: typeof fetch; url: string; anonKey: string };

/** The API did not answer. The page responds with 503 and offers to try again. */
export class PublicRowsUnavailable extends Error {
  override name = "PublicRowsUnavailable";
}

/**
 * Reads public rows with the anonymous key in one request. Takes a table (or `rpc/` and a read-only
 * function) and the query, and returns the unparsed response. Throws PublicRowsUnavailable when the
 * API does not answer.
 */
export async function readPublicRows(
  rest: AnonymousRest,
  source: string,
  query: Record<string, string>,
): Promise<unknown> {
  return (await ask(rest, source, query)).rows;
}

/** As readPublicRows, with the total count; a page past the last one is empty. */
export async function readCountedRows(
  rest: AnonymousRest,
  source: string,
  query: Record<string, string>,
): Promise<{ rows: unknown; total: number }> {
  const { rows, range } = await ask(rest, source, query, { prefer: "count=exact" });
  return { rows, total: Number(range?.split("/")[1] ?? 0) };
}

const BEHIND_THE_LAST = 416;

async function ask(
  rest: AnonymousRest,
  source: string,
  query: Record<string, string>,
  wishes: Record<string, string> = {},
): Promise<{ rows: unknown; range: string | null }> {
  const headers = { apikey: rest.anonKey, authorization: `Bearer ${rest.anonKey}`, ...wishes };
  try {
    const address = `${rest.url}/rest/v1/${source}?${new URLSearchParams(query)}`;
    const response = await rest.fetch(address, { headers });
    const range = response.headers.get("content-range");
    if (response.status === BEHIND_THE_LAST) return { rows: [], range };
    if (!response.ok) throw new Error(`REST returned ${response.status}`);
    return { rows: await response.json(), range };
  } catch (cause) {
    throw new PublicRowsUnavailable(`${source} could not be read for visitors`, { cause });
  }
}
