import { defineConfig } from "@playwright/test";
import { mapTestDomains } from "./tests/e2e/test-zone.ts";
import { findBrowser } from "./tests/support/browser.ts";

const browser = await findBrowser();
const { PLAYWRIGHT_JSON_OUTPUT_FILE, CI } = process.env;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/start-site.ts",
  fullyParallel: true,
  forbidOnly: Boolean(CI),
  retries: 0,
  // A browser waits for the server about a third of its time.
  workers: 3,
  // The only timeouts, far above what a test takes: a slow machine must not fail a test.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    actionTimeout: 60_000,
    launchOptions: { ...browser, args: [...browser.args, mapTestDomains] },
    locale: "es-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: "desktop",
      // The phone project runs all tests; this one those that depend on the width: layout, gestures
      // and axe.
      grep: /@every-width/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
