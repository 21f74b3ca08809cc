import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import type { Person } from "#tests/support/people.ts";
import { openSite, type Site } from "./site.ts";

type TestFixtures = {
  /**
   * The errors on the console, and uncaught ones ("page error: …"), that a test provokes on
   * purpose; any other fails it.
   */
  provoked: RegExp | null;
};

/**
 * Playwright's test with the run's site, and with pages on which an unexpected error fails the
 * test.
 */
export const test = base.extend<TestFixtures, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from it
    async ({}, use) => {
      const site = openSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  provoked: [null, { option: true }],
  page: async ({ page, provoked }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => {
      const said = `page error: ${error.stack || error.message}`;
      if (!provoked?.test(said)) faults.push(said);
    });
    page.on("console", (message) => {
      const said = `${message.text()} ${message.location().url}`;
      const isFault = message.type() === "error" || message.type() === "warning";
      if (isFault && !provoked?.test(said)) faults.push(said);
    });
    await use(page);
    expect(faults, "unexpected errors on the page").toEqual([]);
  },
});

export { expect };

/**
 * Opens a page as somebody who is signed in already: the session is put where supabase-js keeps it,
 * once for the tab.
 */
export async function openAs(page: Page, person: Person, path: string): Promise<void> {
  const { data } = await person.client.auth.getSession();
  await page.addInitScript(
    ([session, mark]) => {
      if (sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, "set");
      localStorage.setItem("sb-localhost-auth-token", session);
    },
    [JSON.stringify(data.session), "e2e-session"] as const,
  );
  await page.goto(path);
}

/** The one notice, whose words are asked for; not the one before, on its way out. */
export function notice(page: Page, words: string) {
  return page
    .locator("[data-testid=toast]:not([data-removed=true], [data-front=false])")
    .filter({ hasText: words });
}

/** Closes the notice, which lies over what is at the edge of the screen until its time is up. */
export async function closeNotice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cerrar aviso" }).click();
  await expect(page.getByTestId("toast")).toHaveCount(0);
}

/** Chooses from a button's menu of values. */
export async function chooseFrom(button: Locator, name: string): Promise<void> {
  await button.click();
  await button.page().getByRole("menuitemradio", { name, exact: true }).click();
}

/** The page is no wider than the screen; a failure names the page where it is given. */
export async function expectNoSidewaysScroll(page: Page, path?: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, path).toBe(0);
}

/** Minified: a page is sent half as much of it. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const everyRule: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Menus and notices are drawn at the end of the body by design, outside every landmark.
  rules: { region: { enabled: false } },
  // What is in order is not described: that would be a quarter of the work.
  resultTypes: ["violations"],
};

/** The rules that look at colours, which are all that the night changes. */
const colourRules: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  resultTypes: ["violations"],
};

/** No rule of axe (WCAG 2.2 A and AA, best practices) is broken by what the page shows now. */
export function expectAccessible(page: Page): Promise<void> {
  return expectUnbroken(page, everyRule);
}

async function expectUnbroken(page: Page, rules: RunOptions): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
  }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(rules)})`);
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message).join(" ")}`),
  }));
  expect(found).toEqual([]);
}

/**
 * What `expectAccessible` asks for by day, and of the colours by night, of one visit: the page must
 * follow the system while it stands. The system is as it was afterwards. No colour is met on its
 * way from one to the other, since reduced motion ends every transition at once.
 */
export async function expectAccessibleByDayAndNight(page: Page): Promise<void> {
  const before = await systemScheme(page);
  await followSystem(page, "light");
  await expectUnbroken(page, everyRule);
  await followSystem(page, "dark");
  await expectUnbroken(page, colourRules);
  await followSystem(page, before);
}

const systemScheme = (page: Page) =>
  page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

/** The stylesheet says which of its two sets of colours holds. */
async function followSystem(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveCSS("color-scheme", colorScheme);
}
