import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import createSalesperson from "./create-salesperson/index.ts";
import createUserByAdmin from "./create-user-by-admin/index.ts";
import type { ServerFunction } from "./server-function.ts";
import updateUserEmailByAdmin from "./update-user-email-by-admin/index.ts";
import updateUserPasswordByAdmin from "./update-user-password-by-admin/index.ts";

const secret = "una-clave-larga";
const body = {
  email: "ana@example.com",
  password: secret,
  fullName: "Ana",
  role: "admin",
  userId: "00000000-0000-4000-8000-000000000000",
  newPassword: secret,
  newEmail: "otra@example.com",
};

const everyFunction: [string, ServerFunction][] = [
  ["create-salesperson", createSalesperson],
  ["create-user-by-admin", createUserByAdmin],
  ["update-user-password-by-admin", updateUserPasswordByAdmin],
  ["update-user-email-by-admin", updateUserEmailByAdmin],
];

/** Runs a function with every API call answered by this response. `logged` holds its log lines. */
async function run(work: ServerFunction, status: number, answer: Record<string, unknown>) {
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => logged.push(line);
  const client = createClient("http://localhost", "key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async () => Response.json(answer, { status }) },
  });
  const response = await work(
    new Request("http://localhost", { method: "POST", body: JSON.stringify(body) }),
    {
      caller: { role: "authenticated", id: null },
      asCaller: client,
      get asService(): never {
        throw new Error("who may write an account is decided under the caller's own token");
      },
      services: {
        decodeVin: async () => null,
        normalizePhone: () => null,
        readTextRecords: async () => null,
        invalidateCustomDomains: () => undefined,
      },
      log: { info: log, warn: log, error: log },
    },
  );
  return { status: response.status, body: await response.json(), logged: JSON.stringify(logged) };
}

test.each(everyFunction)("%s returns 503 while the database is down", async (_name, work) => {
  const failure = { code: "PGRST000", message: "down", details: null, hint: null };
  expect(await run(work, 503, failure)).toMatchObject({
    status: 503,
    body: {
      error:
        "El servicio no está disponible en este momento. Por favor, inténtalo de nuevo más tarde.",
    },
  });
});

test.each(everyFunction)(
  "%s hides an unexpected message and only logs its code",
  async (_name, work) => {
    const failure = {
      code: "23514",
      message: `new row violates ${secret}`,
      details: `Failing row contains (${secret}, $2a$10$abc)`,
      hint: null,
    };
    const { status, body: answer, logged } = await run(work, 400, failure);
    expect({ status, answer }).toEqual({
      status: 200,
      answer: { error: expect.stringMatching(/^No se pudo (crear|cambiar) (el|la) /) },
    });
    expect(logged).toContain("23514");
    expect(logged).not.toMatch(/una-clave|\$2a/);
  },
);

test.each(everyFunction)(
  "%s passes on a message that the database raised for users",
  async (_name, work) => {
    const failure = { code: "P0001", message: "No puede ser.", details: null, hint: null };
    expect(await run(work, 400, failure)).toMatchObject({
      status: 200,
      body: { error: "No puede ser." },
      logged: "[]",
    });
  },
);

test.each(everyFunction)("%s explains a missing permission in Spanish", async (_name, work) => {
  const refuse = (hint: string | null) =>
    run(work, 403, { code: "42501", message: "permission denied", details: null, hint });
  expect(await refuse("inactive")).toMatchObject({
    status: 403,
    body: { error: "Tu cuenta no está activa." },
  });
  expect(await refuse("insufficient_aal")).toMatchObject({
    status: 403,
    body: { error: "Inicia sesión con tu segundo factor de verificación para hacer cambios." },
  });
  expect(await refuse(null)).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^(Solo un|No tienes permiso) /) },
  });
});
