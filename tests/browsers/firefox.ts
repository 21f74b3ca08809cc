import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser } from "./find-browsers.ts";
import { capabilities, commands, openPage, WebDriverError } from "./webdriver.ts";

/** Starts headless Firefox with its own profile and drives it through Marionette. */
export async function startFirefox(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "vitrina-firefox-"));
  await writeFile(join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
  const child = spawn(program, ["--headless", "--marionette", "--profile", profile], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  const socket = connect(await readPort(child.stdout), "127.0.0.1");
  const send = openMarionette(socket);
  await send("WebDriver:NewSession", capabilities);
  return {
    page: openPage((command, parameters = {}) => send(commands[command][2], parameters)),
    stop: async () => {
      await send("Marionette:Quit", { flags: ["eForceQuit"] });
      socket.destroy();
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function readPort(log: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: log })) {
    const [, port] = /Marionette\s+INFO\s+Listening on port (\d+)/.exec(line) ?? [];
    if (port) {
      log.resume();
      return Number(port);
    }
  }
  throw new Error("Firefox ended before it listened.");
}

type Fault = { error: string; message: string } | null;
type Answer = [kind: 1, id: number, fault: Fault, result: unknown];

/**
 * Messages are `<length>:<JSON>`: [0, id, name, parameters], answered by [1, id, error, result].
 */
function openMarionette(socket: Socket) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Answer);
    }
  });
  return async (name: string, parameters: unknown): Promise<unknown> => {
    const id = ++last;
    const text = JSON.stringify([0, id, name, parameters]);
    const [, , fault, result] = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    waiting.delete(id);
    if (fault) throw new WebDriverError(fault);
    const { value = result } = (result ?? {}) as { value?: unknown };
    return value;
  };
}
