import { randomBytes } from "node:crypto";
import { unusedTypedPhone } from "#backend-tests/support/phones.ts";
import type { TestServer } from "./server.ts";

/** What a person types into the request-access dialog. */
export type AccessRequestForm = {
  name: string;
  phone: string;
  email: string;
  account_type: string;
  message: string;
  password: string;
};

/** A valid access request with a new e-mail and phone. */
export function makeAccessRequest(changes: Partial<AccessRequestForm> = {}): AccessRequestForm {
  const mark = randomBytes(4).toString("hex");
  return {
    name: "Ana Pérez",
    phone: unusedTypedPhone(),
    email: `ana-${mark}@example.com`,
    account_type: "concesionario",
    message: "Tengo cuarenta coches.",
    password: `clave-${mark}`,
    ...changes,
  };
}

/** Submits a request as a visitor; returns the function's body, or the status of an error. */
export async function submitRequest(server: Pick<TestServer, "anonymous">, body: unknown) {
  return invoke(server.anonymous(), "request-access", body);
}

type Client = ReturnType<TestServer["anonymous"]>;

/**
 * Calls a server function with supabase-js, which gives the response to a non-2xx only in
 * `error.context`.
 */
export async function invoke(client: Client, name: string, body: unknown) {
  const { data, error } = await client.functions.invoke(name, { body: body as object });
  if (!error) return { status: 200, body: data as unknown };
  return { status: error.context.status as number, body: (await error.context.json()) as unknown };
}

/** The pending request of an address, bypassing row security. */
export async function findRequest(server: Pick<TestServer, "sql">, email: string) {
  const [request] = await server.sql<
    { id: string; user_id: string | null; status: string; phone: string }[]
  >`select id, user_id, status, phone from public.access_requests where email = ${email} order by created_at desc limit 1`;
  if (!request) throw new Error(`No request of ${email}`);
  return request;
}
