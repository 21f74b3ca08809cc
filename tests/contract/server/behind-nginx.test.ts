import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { closeSocket, readFirstBytes } from "#backend-tests/support/slow-bodies.ts";
import { createDealership } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

const nginx = ["nginx", "/usr/sbin/nginx"].find(
  (command) => spawnSync(command, ["-v"]).status === 0,
);

/** Addresses in 127.0.0.0/8, which nginx sees as different clients. */
const home = "127.0.0.1";
const attacker = "127.0.0.66";

/** The limit of connections per address in docs/proxy/nginx.conf. */
const mostConnections = 100;
const mostRequests = 200;

/** About 25 MB together: two such answers exceed what one client may hold in our memory. */
const everything = "/rest/v1/vehicles?select=*";
const few = `${everything}&limit=1`;

describe.skipIf(!nginx)("behind the nginx of docs/proxy/nginx.conf (Debian: nginx)", () => {
  let server: TestServer;
  let folder: string;
  let port: number;
  let proxy: ChildProcess;

  beforeAll(async () => {
    server = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    const dealer = await createDealership(server);
    await server.sql`
      insert into public.vehicles (user_id, brand, model, year, published, description)
      select ${dealer.id}, 'Kia', 'Rio', 2020, true, repeat('Un solo dueño. ', 330)
      from generate_series(1, 5000)`;
    folder = mkdtempSync(join(tmpdir(), "vitrina-nginx-"));
    port = await findFreePort();
    const configuration = join(folder, "nginx.conf");
    await writeFile(configuration, await configure());
    proxy = spawn(nginx ?? "", ["-c", configuration, "-e", join(folder, "error.log")]);
    await vi.waitFor(async () => expect((await ask(few)).status).toBe(200), patience);
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => proxy.once("close", resolve));
    proxy.kill();
    await ended;
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("a visitor is served, but cannot reach operators' endpoints", async () => {
    expect((await ask(few)).status).toBe(200);
    expect((await ask("/metrics")).status).toBe(404);
    expect((await ask("/_mail")).status).toBe(404);
  });

  test("an address with a hundred stalled bodies gets 429, and none reach the server", async () => {
    const slow = Array.from({ length: mostConnections }, () => startSlowBody());
    await expect.poll(async () => (await readFirstBytes(startSlowBody())).slice(9, 12)).toBe("429");
    expect((await ask(few)).status).toBe(200);
    const direct = { "x-forwarded-for": attacker, apikey: server.anonKey };
    const behind = await fetch(`${server.url}${few}`, { headers: direct });
    expect(behind.status).toBe(200);
    await Promise.all(slow.map(closeSocket));
  });

  test("a large answer that a client does not read stays in nginx", async () => {
    const slow = [await readNothing(), await readNothing()];
    const own = { "x-forwarded-for": attacker, apikey: server.anonKey };
    const again = async () => {
      const answer = await fetch(`${server.url}${everything}`, { headers: own });
      await answer.arrayBuffer();
      return answer.status;
    };
    await expect.poll(again).toBe(200);
    await Promise.all(slow.map(closeSocket));
  });

  test("requests beyond a page's worth of pictures get 429; other clients are served", async () => {
    const sockets = Array.from({ length: 10 }, () => open());
    const answers = sockets.map(countAnswers);
    for (const socket of sockets) {
      for (let sent = 0; sent < (mostRequests + 100) / sockets.length; sent += 1) {
        socket.write(`GET /healthz HTTP/1.1\r\nHost: ${home}\r\n\r\n`);
      }
    }
    const total = () => answers.reduce((sum, count) => sum + count().refused, 0);
    await expect.poll(total).toBeGreaterThan(0);
    expect((await ask(few)).status).toBe(200);
    await Promise.all(sockets.map(closeSocket));
  });

  async function ask(path: string): Promise<Response> {
    const answer = await fetch(`http://${home}:${port}${path}`, {
      headers: { apikey: server.anonKey },
    });
    await answer.arrayBuffer();
    return answer;
  }

  /** Opens a connection of the attacker to nginx. */
  function open(): Socket {
    return connect({ host: home, port, localAddress: attacker });
  }

  /** Starts a body as the attacker and stalls. */
  function startSlowBody(): Socket {
    const socket = open();
    socket.on("error", () => undefined);
    const head = ["POST /auth/v1/recover HTTP/1.1", `Host: ${home}`, "Content-Length: 1000"];
    socket.write(`${head.join("\r\n")}\r\n\r\n{`);
    return socket;
  }

  /** Requests everything as the attacker and stops reading after the first bytes. */
  function readNothing(): Promise<Socket> {
    const socket = open();
    const head = [`GET ${everything} HTTP/1.1`, `Host: ${home}`, `apikey: ${server.anonKey}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    return new Promise((resolve, reject) => {
      socket.once("error", reject);
      socket.once("data", (bytes) => {
        socket.pause();
        if (bytes.toString("latin1").startsWith("HTTP/1.1 200")) resolve(socket);
        else reject(new Error(bytes.toString("latin1").slice(0, 200)));
      });
    });
  }

  /** The configuration as shipped, except for ports, TLS and folders. */
  async function configure(): Promise<string> {
    const shipped = await readFile("docs/proxy/nginx.conf", "utf8");
    const site = shipped
      .replace("listen 443 ssl http2;", `listen ${home}:${port};`)
      .replaceAll(/^ *ssl_certificate.*$/gm, "")
      .replace("127.0.0.1:3000", `127.0.0.1:${new URL(server.url).port}`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    return `
      ${process.getuid?.() === 0 ? "user root;" : ""}
      daemon off;
      pid ${folder}/pid;
      events { worker_connections 1024; }
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
        ${site}
      }`;
  }
});

/** Counts the answers on a connection, and those of them that are 429. */
function countAnswers(socket: Socket): () => { refused: number } {
  let text = "";
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
  });
  return () => ({ refused: text.split("HTTP/1.1 429").length - 1 });
}
