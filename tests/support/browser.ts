import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** The flags for a browser in tests. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How to start Chromium; without `executablePath`, Playwright uses its own. */
export type BrowserLaunch = { executablePath?: string; args: string[] };

/**
 * Finds a Chromium: CHROMIUM_PATH, else the one in @sparticuz/chromium (Linux x64), so that all
 * machines test alike, else an installed one, else Playwright's own. Unpacking @sparticuz/chromium
 * sets this process's library and font paths.
 */
export async function findBrowser(): Promise<BrowserLaunch> {
  const executablePath = process.env.CHROMIUM_PATH || (await unpackShipped()) || findInstalled();
  return { args: flags, ...(executablePath ? { executablePath } : {}) };
}

const programs = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function unpackShipped(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  // The package unpacks missing system libraries only if it detects AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs22.x";
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const executablePath = await chromium.executablePath();
  const libraries = join(tmpdir(), "al2023");
  if (!existsSync(libraries)) await inflate(join(shippedFolder(), "al2023.tar.br"));
  return executablePath;
}

function shippedFolder(): string {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  return join(dirname(main), "../bin");
}
