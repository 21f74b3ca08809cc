import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { writePhone } from "./answer-lead.ts";
import sendLeadNotification from "./send-lead-notification/index.ts";
import sendReferralNotification from "./send-referral-notification/index.ts";
import type { ServerFunction } from "./server-function.ts";

const body = {
  type: "general_inquiry",
  recipientId: "00000000-0000-4000-8000-000000000000",
  name: "Ana",
  email: "ana@example.com",
  referrerName: "Ana",
  referrerPhone: "3055550123",
  referredName: "Luis",
  referredPhone: "3055550124",
};

/**
 * Runs a function with its database call answered by this response. `logged` holds its log lines.
 */
async function run(work: ServerFunction, status: number, answer: unknown) {
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => logged.push(line);
  const client = createClient("http://localhost", "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async () => Response.json(answer, { status }) },
  });
  const response = await work(
    new Request("http://localhost", { method: "POST", body: JSON.stringify(body) }),
    {
      caller: { role: "anon", id: null },
      asCaller: client,
      asService: client,
      services: {
        decodeVin: async () => null,
        normalizePhone: () => null,
        readTextRecords: async () => null,
        invalidateCustomDomains: () => undefined,
      },
      log: { info: log, warn: log, error: log },
    },
  );
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: await response.json(),
    logged: JSON.stringify(logged),
  };
}

const both: [string, ServerFunction][] = [
  ["send-lead-notification", sendLeadNotification],
  ["send-referral-notification", sendReferralNotification],
];

test.each(both)("%s returns 503 while the database is down", async (_name, work) => {
  const failure = { code: "PGRST000", message: "down", details: null, hint: null };
  expect(await run(work, 503, failure)).toMatchObject({
    status: 503,
    body: {
      error:
        "El servicio no está disponible en este momento. Por favor, inténtalo de nuevo más tarde.",
    },
  });
});

test.each(both)(
  "%s returns 429 with Retry-After to a visitor over the limit",
  async (_name, work) => {
    expect(await run(work, 200, "limited")).toMatchObject({
      status: 429,
      retryAfter: "600",
      body: { error: expect.stringMatching(/espera unos minutos/) },
    });
  },
);

test.each(both)("%s neither returns nor logs the database's message", async (_name, work) => {
  const failure = {
    code: "23514",
    message: "violates leads_email_check",
    details: "Failing row contains (ana@example.com)",
    hint: null,
  };
  const answer = await run(work, 400, failure);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: "Los datos enviados no son válidos." },
  });
  expect(answer.logged).toContain("23514");
  expect(answer.logged).not.toContain("ana@example.com");
});

test.each(both)("%s treats an unknown outcome as an internal error", async (_name, work) => {
  expect(await run(work, 200, "constructor")).toMatchObject({
    status: 500,
    body: { error: "Ocurrió un error en el servidor." },
  });
});

test("a phone gets its country code, or stays as typed", () => {
  expect(writePhone("305 555 0123", () => "13055550123")).toBe("+13055550123");
  expect(writePhone("prefiero correo", () => null)).toBe("prefiero correo");
  expect(writePhone(null, () => "1")).toBeNull();
});
