import { type LoaderFunctionArgs, redirect } from "react-router";
import { pageRequest } from "#web/request-context.ts";

/**
 * For loaders of pages that a dealership's own host shows: throws the way to the platform when the
 * page is, in whole or in part, somebody else's. Does nothing on the platform's own host.
 */
export function keepToOwn(
  { context, url }: Pick<LoaderFunctionArgs, "context" | "url">,
  dealerships: (string | null | undefined)[],
): void {
  const { ownHost, publicConfig } = context.get(pageRequest);
  if (!ownHost || dealerships.every((id) => id === ownHost.dealershipId)) return;
  throw redirect(`${publicConfig.platformUrl}${url.pathname}${url.search}`);
}
