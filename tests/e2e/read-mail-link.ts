import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * The first link in the newest of `mails` mails with this subject to an address, as /_mail shows
 * it. main-job.spec.ts opens that page in a browser.
 */
export async function readMailLink(
  { request }: Page,
  recipient: string,
  subject: string,
  mails = 1,
): Promise<string> {
  const read = async (path: string) => (await request.get(path)).text();
  let found: string[] = [];
  const count = async () => {
    const rows = (await read("/_mail")).match(/<a class="row"[\s\S]*?<\/a>/g) ?? [];
    found = rows.filter((row) => row.includes(recipient) && row.includes(subject));
    return found.length;
  };
  await expect.poll(count, `mails to ${recipient}: ${subject}`).toBe(mails);
  const [, path = ""] = /href="([^"]+)"/.exec(found[0] ?? "") ?? [];
  const [, link = ""] = /<pre>[\s\S]*?<a [^>]*href="([^"]+)"/.exec(await read(path)) ?? [];
  return link.replaceAll("&amp;", "&");
}

/** Opens a mail's link and presses the only button of its page. */
export async function openMailLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("main").getByRole("button").click();
}
