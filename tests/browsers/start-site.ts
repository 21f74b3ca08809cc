import startSite from "../e2e/start-site.ts";
import { browsers } from "./find-browsers.ts";

/** Starts the built site if the machine has a browser to open it in. */
export default async function startSiteForBrowsers(): Promise<(() => Promise<void>) | undefined> {
  return browsers.some(({ start }) => start) ? startSite() : undefined;
}
