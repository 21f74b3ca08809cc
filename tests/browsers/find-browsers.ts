import { spawnSync } from "node:child_process";
import { startFirefox } from "./firefox.ts";
import type { Page } from "./webdriver.ts";
import { startWebKit } from "./webkit.ts";

export type Browser = { page: Page; stop(): Promise<void> };

type Installed = {
  name: string;
  /** The Debian packages that provide it. */
  packages: string;
  /** Undefined if a package is missing. */
  start: (() => Promise<Browser>) | undefined;
};

const webKit = findProgram("WebKitWebDriver", "/usr/lib/webkit2gtk-4.1/WebKitWebDriver");
const screen = findProgram("Xvfb");
const firefox = findProgram("firefox-esr", "firefox");

/** The browsers other than Chromium, and whether this machine has them. */
export const browsers: Installed[] = [
  {
    name: "WebKit",
    packages: "webkit2gtk-driver xvfb",
    start: webKit && screen ? () => startWebKit(webKit) : undefined,
  },
  {
    name: "Firefox",
    packages: "firefox-esr",
    start: firefox ? () => startFirefox(firefox) : undefined,
  },
];

function findProgram(...names: string[]): string | undefined {
  return names.find((name) => spawnSync("which", [name]).status === 0);
}
