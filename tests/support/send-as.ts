import { expect } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import type { Person } from "./people.ts";
import { sendRaw } from "./send-raw.ts";
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
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await sendRaw(server.url, {
    method: method ?? (text === undefined ? "GET" : "POST"),
    path,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    },
    ...(text === undefined ? {} : { body: Buffer.from(text) }),
  });
  const range = String(answer.headers["content-range"] ?? "");
  const said = answer.body.toString();
  const isJson = String(answer.headers["content-type"]).includes("json") && said !== "";
  return {
    status: answer.status,
    headers: answer.headers,
    range,
    text: said,
    body: isJson ? JSON.parse(said) : null,
  };
}

/** Runs `act` and checks that it changed no personal data. */
export async function expectNothingChanged(
  server: Pick<TestServer, "sql">,
  attack: () => Promise<unknown>,
): Promise<void> {
  const before = await readEverything(server);
  await attack();
  expect(await readEverything(server)).toEqual(before);
}

const tables = [
  "public.profiles",
  "public.vehicles",
  "public.leads",
  "public.audit_log",
  "auth.users",
];

/** All personal data, row by row. */
export async function readEverything({ sql }: Pick<TestServer, "sql">) {
  const read = async (table: string) => {
    const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) - 'updated_at' - 'last_sign_in_at' as row from ${table} t order by t::text`,
    );
    return [table, rows.map(({ row }) => row)];
  };
  return Object.fromEntries(await Promise.all(tables.map(read)));
}
