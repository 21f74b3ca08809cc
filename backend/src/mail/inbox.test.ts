import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noHooks } from "../hooks.ts";
import { createInbox } from "./inbox.ts";
import { createFileTransport } from "./transports.ts";

const folder = mkdtempSync(join(tmpdir(), "notes-inbox-"));
const inbox = createInbox(join(folder, "mail"), noHooks.words);
const transport = createFileTransport(join(folder, "mail"));

const message = {
  id: "0b0e7f4e-93c5-4f8a-a53f-8b7a1c5f2d11",
  messageId: "0b0e7f4e-93c5-4f8a-a53f-8b7a1c5f2d11@notes.example",
  createdAt: new Date("2026-11-21T10:00:00.123Z"),
  from: "Notes <hola@notes.example>",
  recipient: "ana@example.com",
  subject: "<script>alert(1)</script>",
  html: `<p id="greeting">Hola "Ana"</p><script>alert(2)</script>`,
  text: "Abre https://notes.example/login?a=1&b=2\n<script>alert(3)</script>",
};
const unbroken = new AbortController().signal;
const address = "/20261121T100000123Z-0b0e7f4e-93c5-4f8a-a53f-8b7a1c5f2d11";

async function get(path: string, headers: Record<string, string> = { host: "localhost:3000" }) {
  const answer = await inbox.request(path, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

beforeAll(async () => {
  expect((await get("/")).body).toContain("No messages yet.");
  await transport.send(message, unbroken);
  await transport.send(message, unbroken);
  await writeFile(join(folder, "secrets.eml"), "Subject: outside\r\n\r\n");
});

afterAll(() => rm(folder, { recursive: true }));

describe("the inbox of a local site", () => {
  test("lists a mail once, even if it was sent twice", async () => {
    const { body } = await get("/");
    expect(body.split(`href="/_mail${address}"`)).toHaveLength(2);
    expect(body).toContain("ana@example.com");
  });

  test("shows a mail's text with links, and its HTML in a sandboxed frame", async () => {
    const { body, headers } = await get(address);
    expect(body).toContain('<a href="https://notes.example/login?a=1&amp;b=2">');
    expect(body).toMatch(/<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("escapes markup in a mail", async () => {
    for (const { body } of [await get("/"), await get(address)]) {
      expect(body).not.toContain("<script");
      expect(body).not.toContain('<p id="greeting">');
    }
  });

  test.each([
    "/nothing",
    "/..%2Fsecrets",
    "/20261121T100000123Z-00000000-0000-0000-0000-000000000000",
  ])("returns 404 at %s", async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toContain("Message not found");
  });

  test.each([
    "evil.example",
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "localhost@evil.example",
    "[::ffff:10.0.0.1]",
    "0.0.0.0:3000",
    "",
  ])("returns 404 for the foreign host name '%s'", async (host) => {
    const { status, body } = await get("/", { host });
    expect(status).toBe(404);
    expect(body).not.toContain("ana@example.com");
  });

  test.each(["localhost", "LOCALHOST:3000", "127.0.0.1:80", "[::1]:3000", "notes.localhost"])(
    "is served at %s",
    async (host) => {
      expect((await get("/", { host })).status).toBe(200);
    },
  );

  test("returns 404 for a request without a host", async () => {
    expect((await inbox.request("/")).status).toBe(404);
  });

  test.each([
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Anything",
    "Forwarded",
    "X-Real-IP",
    "Via",
    "X-Original-Host",
    "True-Client-IP",
    "CF-Connecting-IP",
  ])("returns 404 for a request with the proxy header %s", async (name) => {
    const { status, body } = await get("/", { host: "localhost:3000", [name]: "127.0.0.1" });
    expect(status).toBe(404);
    expect(body).not.toContain("ana@example.com");
  });
});
