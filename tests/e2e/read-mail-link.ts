import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * The first link in the newest mail with this subject to an address, once there are `mails`, read
 * from /_mail in a separate tab.
 */
export async function readMailLink(
  page: Page,
  recipient: string,
  subject: string,
  mails = 1,
): Promise<string> {
  const inbox = await page.context().newPage();
  const found = inbox.getByRole("link").filter({ hasText: recipient }).filter({ hasText: subject });
  await expect(async () => {
    await inbox.goto("/_mail");
    await expect(found).toHaveCount(mails, { timeout: 500 });
  }).toPass();
  await found.first().click();
  const link = await inbox.locator("pre a").first().getAttribute("href");
  await inbox.close();
  return link ?? "";
}

/** Opens a mail's link and presses the only button of its page. */
export async function openMailLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("main").getByRole("button").click();
}
