import { randomUUID } from "node:crypto";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

/** A valid inquiry about a dealership or salesperson in general, as a page sends it. */
export function makeInquiry(recipient: { id: string }, changes: Record<string, unknown> = {}) {
  return {
    type: "general_inquiry",
    recipientId: recipient.id,
    name: "Ana Pérez",
    email: `ana-${randomUUID().slice(0, 8)}@example.com`,
    phone: "(305) 555-0123",
    message: "¿Sigue disponible?",
    company: "",
    submissionId: randomUUID(),
    ...changes,
  };
}

/**
 * Posts to a server function like a visitor's browser; returns status and headers. `forwardedFor`
 * is the proxy's header.
 */
export async function postLead(
  server: Pick<TestServer, "url" | "anonKey">,
  body: unknown,
  { name = "send-lead-notification", forwardedFor = "" } = {},
) {
  const answer = await fetch(`${server.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${server.anonKey}`,
      "content-type": "application/json",
      ...(forwardedFor ? { "x-forwarded-for": forwardedFor } : {}),
    },
    body: JSON.stringify(body),
  });
  const { status, headers } = answer;
  return { status, headers, body: (await answer.json()) as Record<string, unknown> };
}

/** Adds a published vehicle to a dealership; returns its id. */
export async function publishVehicle({ sql }: TestServer, owner: Person): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, price, vin, published)
    values (${owner.id}, 'Hyundai', 'Kona', 2023, '21900', 'KM8K2CAB6PU173086', true) returning id`;
  return row?.id ?? "";
}

/** The leads of a recipient, oldest first, bypassing row security. */
export function findLeads({ sql }: TestServer, recipient: { id: string }) {
  return sql`select * from public.leads where recipient_id = ${recipient.id} order by created_at, id`;
}
