import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { forwardTo, identifyAtProject, openProject } from "./project.ts";

const keys = { anonKey: "public", serviceRoleKey: "secret" };

async function startProject(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ask(projectUrl: string, init: RequestInit = {}, answerMs = 10_000) {
  const app = new Hono().all("*", forwardTo(projectUrl, { answerMs, bodyMs: answerMs }));
  return app.request("http://site.example/rest/v1/things?select=id", init);
}

test("a project receives path, body and key, but no address the client claims", async () => {
  const received: unknown[] = [];
  const url = await startProject(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push(request.method, request.url, request.headers, body);
    response.writeHead(201, { "Content-Range": "0-0/1", Connection: "close" }).end("[]");
  });
  const answer = await ask(url, {
    method: "POST",
    body: "{}",
    headers: {
      apikey: "public",
      forwarded: "for=203.0.113.7",
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-host": "other.example",
      "sb-forwarded-for": "203.0.113.7",
      "x-real-ip": "203.0.113.7",
      "cf-connecting-ip": "203.0.113.7",
      te: "trailers",
    },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("content-range")).toBe("0-0/1");
  expect(answer.headers.has("connection")).toBe(false);
  expect(received).toEqual([
    "POST",
    "/rest/v1/things?select=id",
    expect.objectContaining({ apikey: "public", host: new URL(url).host }),
    "{}",
  ]);
  expect(JSON.stringify(received)).not.toMatch(/203\.0\.113|other\.example|trailers/);
});

test("a redirect from the project is passed on to the browser", async () => {
  const url = await startProject((_request, response) => {
    response.writeHead(303, { Location: "https://site.example/" }).end();
  });
  const answer = await ask(url);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "https://site.example/"]);
});

test("a project that does not respond gives 504, an unreachable one 503", async () => {
  expect((await ask(await startProject(() => undefined), {}, 100)).status).toBe(504);
  expect((await ask("http://127.0.0.1:1")).status).toBe(503);
});

const tokenOf = (claims: object) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;

test("a user token is verified by the project, an API key without a request", async () => {
  const sub = "00000000-0000-4000-8000-000000000000";
  const statuses = [200, 403, 503];
  const url = await startProject((_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end("{}");
  });
  const identify = identifyAtProject(openProject({ url, ...keys }));
  expect(await identify("public")).toEqual({ role: "anon", claims: {} });
  expect(await identify("secret")).toEqual({ role: "service_role", claims: {} });
  const token = tokenOf({ sub, role: "authenticated", aal: "aal1" });
  expect(await identify(token)).toMatchObject({ role: "authenticated", claims: { sub } });
  await expect(identify(token)).rejects.toMatchObject({ status: 401 });
  await expect(identify(token)).rejects.toMatchObject({ status: 503 });
});
