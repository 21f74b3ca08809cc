/** How a page on the server reaches the api: its fetch, the api's address and the anonymous key. */
export type AnonymousRest = { fetch: typeof fetch; url: string; anonKey: string };

/** The api could not answer; the page says so with 503 and offers to try again. */
export class PublicRowsUnavailable extends Error {
  override name = "PublicRowsUnavailable";
}

/** Vehicles for visitors: one request with the anonymous key. Throws PublicRowsUnavailable when the api does not answer. */
export async function readPublicRows(
  rest: AnonymousRest,
  query: Record<string, string>,
): Promise<unknown> {
  const headers = { apikey: rest.anonKey, authorization: `Bearer ${rest.anonKey}` };
  const search = new URLSearchParams({ ...query, published: "is.true" });
  try {
    const response = await rest.fetch(`${rest.url}/rest/v1/vehicles?${search}`, { headers });
    if (!response.ok) throw new Error(`REST answered ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new PublicRowsUnavailable("The vehicles for visitors could not be read", { cause });
  }
}
