import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import type { Browser } from "./find-browsers.ts";
import { capabilities, commands, openPage, WebDriverError } from "./webdriver.ts";

/** Starts WebKit through WebKitWebDriver, on its own virtual screen. */
export async function startWebKit(program: string): Promise<Browser> {
  const screen = await startScreen();
  const port = await findFreePort();
  const driver = spawn(program, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: screen.display },
  });
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const url = `http://127.0.0.1:${port}/session${path}`;
    const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: { error: string; message: string } };
    if (!answer.ok) throw new WebDriverError(value);
    return value;
  };
  await waitUntilListening(port, driver);
  const session = await ask("POST", "", { capabilities: { alwaysMatch: capabilities } });
  const { sessionId } = session as { sessionId: string };
  return {
    page: openPage((command, { id = "", ...body } = {}) => {
      const [method, path] = commands[command];
      const inSession = `/${sessionId}${path.replace(":id", id)}`;
      return ask(method, inSession, method === "POST" ? body : undefined);
    }),
    stop: async () => {
      await ask("DELETE", `/${sessionId}`);
      await stop(driver);
      await stop(screen.server);
    },
  };
}

/** WebKitGTK draws on X11 only; Xvfb is an in-memory X server. */
async function startScreen(): Promise<{ display: string; server: ChildProcess }> {
  const options = ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const server = spawn("Xvfb", options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, "data");
  return { display: `:${String(number).trim()}`, server };
}

async function waitUntilListening(port: number, driver: ChildProcess): Promise<void> {
  const status = () => fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
  while (!(await status())) {
    if (driver.exitCode !== null) throw new Error("WebKitWebDriver ended before it listened.");
    await pause(50);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  if (child.kill()) await ended;
}
