import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import decodeVin from "./decode-vin/index.ts";
import manageAccessRequest from "./manage-access-request/index.ts";
import requestAccess from "./request-access/index.ts";
import type { ServerFunction } from "./server-function.ts";

const request = {
  name: "Ana",
  phone: "3055550123",
  email: "ana@example.com",
  password: "secreto",
  requestId: "00000000-0000-4000-8000-000000000000",
  status: "approved",
  vin: "KM8K2CAB4PU001140",
};

/** Runs a function with every API call answered by this response. */
async function run(work: ServerFunction, status: number, body: unknown, changes = {}) {
  const client = createClient("http://localhost", "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async () => Response.json(body, { status }) },
  });
  const silent = () => undefined;
  const answer = await work(
    new Request("http://localhost", {
      method: "POST",
      headers: { authorization: "Bearer header.payload.signature" },
      body: JSON.stringify({ ...request, ...changes }),
    }),
    {
      caller: { role: "authenticated", id: null },
      asCaller: client,
      asService: client,
      services: {
        decodeVin: async () => null,
        normalizePhone: () => "13055550123",
        readTextRecords: async () => null,
        invalidateCustomDomains: () => undefined,
      },
      log: { info: silent, warn: silent, error: silent },
    },
  );
  return { status: answer.status, body: await answer.json() };
}

const unavailable = {
  status: 503,
  body: {
    error:
      "El servicio no está disponible en este momento. Por favor, inténtalo de nuevo más tarde.",
  },
};

test.each([
  ["request-access", requestAccess],
  ["manage-access-request", manageAccessRequest],
  ["decode-vin", decodeVin],
])("%s returns 503, not a rejection, while the database is down", async (_name, work) => {
  const answer = await run(work, 503, {
    code: "PGRST000",
    message: "down",
    details: null,
    hint: null,
  });
  expect(answer).toEqual(unavailable);
});

test("request-access hides the database's message from a visitor", async () => {
  const failure = {
    code: "23505",
    message: "duplicate key value",
    details: "Key (email)",
    hint: null,
  };
  expect(await run(requestAccess, 409, failure)).toEqual({
    status: 200,
    body: {
      error: "El correo electrónico ya podría estar en uso. Por favor, inténtalo de nuevo.",
    },
  });
});

test.each([
  ["approved", "No se pudo aprobar la solicitud."],
  ["rejected", "No se pudo rechazar la solicitud."],
])("manage-access-request names the decision that failed: %s", async (status, error) => {
  const failure = { code: "23503", message: "violates foreign key", details: null, hint: null };
  expect(await run(manageAccessRequest, 409, failure, { status })).toEqual({
    status: 200,
    body: { error },
  });
});
