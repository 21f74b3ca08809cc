import { expect } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { sendRaw } from "#backend-tests/support/send-raw.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** A request; the default method is POST with a body, else GET. Text bodies are sent unchanged. */
export type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

/** Sends a request with a person's token, or a given token, without normalizing the path. */
export async function sendAs(
  server: Pick<TestServer, "url" | "anonKey">,
  who: Person | string,
  path: string,
  { method, body, headers }: Call = {},
) {
  const token = typeof who === "string" ? who : await tokenOf(who);
  const requestText = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await sendRaw(server.url, {
    method: method ?? (requestText === undefined ? "GET" : "POST"),
    path,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(requestText === undefined ? {} : { body: Buffer.from(requestText) }),
  });
  const range = String(answer.headers["content-range"] ?? "");
  const text = answer.body.toString();
  const isJson = String(answer.headers["content-type"]).includes("json") && text !== "";
  return {
    status: answer.status,
    headers: answer.headers,
    range,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}

/** Runs `act` and checks that it changed no personal data. */
export async function expectNothingChanged(
  server: Pick<TestServer, "sql">,
  attack: () => Promise<unknown>,
): Promise<void> {
  const before = await readPersonalData(server);
  await attack();
  expect(await readPersonalData(server)).toEqual(before);
}

const tables = [
  "public.profiles",
  "public.vehicles",
  "public.leads",
  "public.audit_log",
  "auth.users",
];

/** All personal data, row by row. */
export async function readPersonalData({ sql }: Pick<TestServer, "sql">) {
  const read = async (table: string) => {
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) - 'updated_at' - 'last_sign_in_at' as row from ${table} t order by t::text`,
    );
    return [table, rows.map(({ row }) => row)];
  };
  return Object.fromEntries(await Promise.all(tables.map(read)));
}
