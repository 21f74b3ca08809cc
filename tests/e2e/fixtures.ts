import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import type { Person } from "#tests/support/people.ts";
import { openSite, type Site } from "./site.ts";

type TestFixtures = {
  /**
   * The console errors and uncaught errors ("page error: …") that a test causes on purpose; any
   * other fails it.
   */
  provoked: RegExp | null;
};

/** Playwright's test with the run's site; an unexpected error on a page fails the test. */
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
 * Opens a page as a signed-in person, by storing the session where supabase-js expects it, once per
 * tab.
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

/** The only notice with this text, excluding one that is closing. */
export function notice(page: Page, words: string) {
  return page
    .locator("[data-testid=toast]:not([data-removed=true], [data-front=false])")
    .filter({ hasText: words });
}

/** Closes the notice, which otherwise covers the edge of the screen until it expires. */
export async function closeNotice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cerrar aviso" }).click();
  await expect(page.getByTestId("toast")).toHaveCount(0);
}

/** Chooses from a button's menu of values. */
export async function chooseFrom(button: Locator, name: string): Promise<void> {
  await button.click();
  await button.page().getByRole("menuitemradio", { name, exact: true }).click();
}

/** The page is no wider than the screen; `path` names the page in the error. */
export async function expectNoSidewaysScroll(page: Page, path?: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, path).toBe(0);
}

/** The minified build, half as large to inject. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const everyRule: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Menus and notices are drawn at the end of the body by design, outside every landmark.
  rules: { region: { enabled: false } },
  // Reporting passed rules would be a quarter of the work.
  resultTypes: ["violations"],
};

/** The rules about colours, the only ones that dark mode affects. */
const colourRules: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  resultTypes: ["violations"],
};

/** The page as it is now breaks no axe rule (WCAG 2.2 A and AA, best practices). */
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
 * Runs `expectAccessible` in light mode, and the colour rules in dark mode, on one visit: the page
 * must follow the system setting while open. Restores the setting. Reduced motion makes the colour
 * change immediate.
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

/** Switches the colour scheme; the style sheet shows which one applies. */
async function followSystem(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveCSS("color-scheme", colorScheme);
}
