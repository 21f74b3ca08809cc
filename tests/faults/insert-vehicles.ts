import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { readJwtSecret } from "#tests/support/server-process.ts";

/** The result of one insert: the new row's id, or the HTTP status, or 0 if the connection broke. */
export type Answer = { id: string } | { status: number };

/** A client with the service key for this data folder, and a dealership to write for. */
export async function openServiceClient(
  url: string,
  folder: string,
): Promise<{ client: SupabaseClient; dealershipId: string }> {
  const key = await makeApiKey(readJwtSecret(folder), "service_role");
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.admin.createUser({
    email: "dealer@example.com",
    password: "clave-segura",
    email_confirm: true,
  });
  if (error) throw error;
  const dealership = { role: "concesionario", is_active: true };
  const made = await client.from("profiles").update(dealership).eq("id", data.user.id);
  if (made.error) throw made.error;
  return { client, dealershipId: data.user.id };
}

/** Inserts `count` vehicles, `width` at a time; `onAnswer` gets the number of answers so far. */
export async function insertVehicles(
  { client, dealershipId }: { client: SupabaseClient; dealershipId: string },
  { count, width, onAnswer }: { count: number; width: number; onAnswer?: (done: number) => void },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next++;
      answers.push(await insertOne(client, dealershipId, number));
      onAnswer?.(answers.length);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return answers;
}

/** The ids of all vehicles on the server. */
export async function readVehicleIds(client: SupabaseClient): Promise<Set<string>> {
  const { data, error } = await client.from("vehicles").select("id");
  if (error) throw error;
  return new Set(data.map(({ id }) => String(id)));
}

/** The answers that acknowledged a row. */
export function acknowledged(answers: Answer[]): string[] {
  return answers.flatMap((answer) => ("id" in answer ? [answer.id] : []));
}

async function insertOne(client: SupabaseClient, user_id: string, number: number): Promise<Answer> {
  const row = { user_id, brand: "Kia", model: `Río ${number}`, year: 2020 };
  const { data, status } = await client.from("vehicles").insert(row).select("id").single();
  return data ? { id: String(data.id) } : { status };
}
