import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";

/**
 * Published vehicles for visitors, in one request with the anonymous key. Throws
 * PublicRowsUnavailable if the API does not answer.
 */
export function readPublishedVehicles(
  rest: AnonymousRest,
  query: Record<string, string>,
): Promise<unknown> {
  return readPublicRows(rest, "vehicles", { ...query, published: "is.true" });
}
