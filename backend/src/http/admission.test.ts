import { EventEmitter } from "node:events";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { admissionLimits } from "../limits.ts";
import { Overloaded } from "../postgres/limiter.ts";
import { admitRequests, createAdmission } from "./admission.ts";
import { markFunctionCall } from "./client-address.ts";

const small = {
  ...admissionLimits,
  concurrency: 2,
  perClient: 1,
  queuePerClient: 0,
  memory: 1_000,
};

/** A connection from that address, with a response that can be closed. */
function connectionFrom(remoteAddress: string) {
  const outgoing = Object.assign(new EventEmitter(), { destroyed: false });
  return { incoming: { socket: { remoteAddress } }, outgoing };
}

function openGate(limits = small) {
  const admission = createAdmission(limits);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const app = new Hono();
  app.use("*", admitRequests(admission, 5_000));
  app.all("*", async (context) => {
    await opened;
    return context.text("served");
  });
  app.onError((error, context) => context.text(error.name, 503));
  const ask = async (path: string, environment?: object, init?: RequestInit) =>
    (await app.request(path, init, environment)).text();
  return { admission, open, ask };
}

const refused = new Overloaded().name;

test("a client over its share is rejected; other clients and areas are served", async () => {
  const { open, ask } = openGate();
  const client = () => connectionFrom("203.0.113.66");
  const served = [
    ask("/rest/v1/albums", client()),
    ask("/rest/v1/albums", connectionFrom("203.0.113.7")),
    ask("/auth/v1/user", client()),
    ask("/i/autos", client()),
  ];
  expect(await ask("/rest/v1/albums", client())).toBe(refused);
  open();
  expect(await Promise.all(served)).toEqual(Array(4).fill("served"));
});

test("an in-process request of a page or function is not counted again", async () => {
  const { open, ask } = openGate();
  const connection = connectionFrom("203.0.113.66");
  const served = [
    ask("/functions/v1/send-lead", connection),
    ask("/functions/v1/other", markFunctionCall(connection, true)),
    ask("/functions/v1/other", markFunctionCall(connection, false)),
    ask("/functions/v1/other"),
  ];
  open();
  expect(await Promise.all(served)).toEqual(Array(4).fill("served"));
});

test("a body counts against memory from its headers until the response ends", async () => {
  const limits = {
    ...small,
    countedFrom: 100,
    memoryPerClient: 1_000,
    concurrency: 9,
    perClient: 9,
  };
  const { open, ask } = openGate(limits);
  open();
  const connection = connectionFrom("203.0.113.66");
  const send = (environment: object, headers: Record<string, string>) =>
    ask("/rest/v1/albums", environment, { method: "POST", headers });
  expect(await send(connection, { "content-length": "900" })).toBe("served");
  const next = () => connectionFrom("203.0.113.66");
  expect(await send(next(), { "content-length": "900" })).toBe(refused);
  expect(await send(next(), { "transfer-encoding": "chunked" })).toBe(refused);
  expect(await send(next(), { "content-length": "99" })).toBe("served");
  connection.outgoing.emit("close");
  expect(await send(next(), { "content-length": "900" })).toBe("served");
});
