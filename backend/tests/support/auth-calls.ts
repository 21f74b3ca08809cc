import type { TestServer } from "./test-server.ts";

/** A response of /auth/v1. `body` is the parsed JSON, null if empty. */
export type AuthAnswer = { status: number; headers: Headers; body: Record<string, unknown> | null };

type Call = {
  method?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Calls /auth/v1 with supabase-js's headers, without its retries, sessions and redirects. */
export async function callAuth(
  server: Pick<TestServer, "url" | "anonKey">,
  path: string,
  { method = "POST", token, body, headers = {} }: Call = {},
): Promise<AuthAnswer> {
  const answer = await fetch(`${server.url}/auth/v1/${path}`, {
    method,
    redirect: "manual",
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token ?? server.anonKey}`,
      "content-type": "application/json;charset=UTF-8",
      "x-supabase-api-version": "2024-01-01",
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}
