import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Listening, listen } from "./listen.ts";

const patience = { headersMs: 15_000, requestMs: 15_000, silenceMs: 15_000 };
const [attacker, home, office] = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];

let server: Listening;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = await listen(
    (_, response) => response.end("here"),
    { port: 0, host: "127.0.0.1" },
    { patience, connections: { all: 3, share: 2 } },
  );
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Opens a connection, asks for something, and says whether it was answered; what was answered stays open. */
function isServed(from: string): Promise<boolean> {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: from });
  sockets.push(socket);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.once("data", () => resolve(true));
    socket.once("close", () => resolve(false));
  });
}

test("an attacker who opens connections has a share of them, and others are served", async () => {
  expect(await isServed(attacker)).toBe(true);
  expect(await isServed(attacker)).toBe(true);
  expect(await isServed(attacker)).toBe(false);
  expect(await isServed(home)).toBe(true);
});

test("a client beyond all that the server keeps is closed at once, and served when others have left", async () => {
  for (const client of [attacker, attacker, home]) expect(await isServed(client)).toBe(true);
  expect(await isServed(office)).toBe(false);
  sockets[0]?.destroy();
  await expect.poll(() => isServed(attacker)).toBe(true);
});
