import { expect, test } from "../fixtures.ts";
import { doMainJob } from "./main-job.ts";

// The inbox shows a mail's HTML in a sandboxed frame that blocks every script, Playwright's
// included.
test.use({ provoked: /Blocked script execution in 'about:srcdoc'/ });

test.describe("the main job: from an access request to a page that a customer opens", () => {
  // before-a-project.spec.ts does the same on a desktop.
  test("a dealer requests access, is approved, adds a vehicle and shares it", async ({
    page,
    site,
    browser,
    request,
  }) => {
    const readLink = async (recipient: string): Promise<string> => {
      await expect(async () => {
        await page.goto("/_mail");
        await expect(page.getByRole("link", { name: recipient })).toBeVisible({ timeout: 500 });
      }).toPass();
      await page.getByRole("link", { name: recipient }).click();
      return (await page.locator("pre a").first().getAttribute("href")) ?? "";
    };
    await doMainJob({ page, site, browser, request, readLink });
  });
});
