import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { readJwtSecret } from "#tests/support/server-process.ts";
import { openServiceClient } from "./insert-vehicles.ts";

/** The answer to a refresh: its status and the new token; status 0 if the connection broke. */
export type Refreshed = { status: number; token: string | null };

/**
 * A dealer signed in to a server over this data folder: the client, its refresh token, and a
 * function that refreshes at any such server.
 */
export async function signInAsDealer(url: string, folder: string) {
  await openServiceClient(url, folder);
  const key = await makeApiKey(readJwtSecret(folder), "anon");
  const client: SupabaseClient = createClient(url, key, { auth: { autoRefreshToken: false } });
  const entered = await client.auth.signInWithPassword({
    email: "dealer@example.com",
    password: "clave-segura",
  });
  if (entered.error) throw entered.error;
  return {
    client,
    token: entered.data.session.refresh_token,
    refresh: (token: string, at = url) => refresh(at, key, token),
  };
}

async function refresh(url: string, apikey: string, token: string): Promise<Refreshed> {
  try {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: token }),
    });
    const body = await answer.json();
    return { status: answer.status, token: body.refresh_token ?? null };
  } catch {
    return { status: 0, token: null };
  }
}
