import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * The first link in the newest of so many mails with this subject to an address, as /_mail shows it
 * in a tab of its own.
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

/** Opens a mail's link and presses the one button of the page that it leads to. */
export async function openMailLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("main").getByRole("button").click();
}
