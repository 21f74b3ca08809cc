import type { Person } from "./people.ts";
import type { Actor, World } from "./world.ts";

/** A visitor's inquiry, optionally about a vehicle and sent by a signed-in person. */
export type Inquiry = {
  recipient: Person | string;
  vehicle?: string | null;
  name?: string;
  email?: string;
  phone?: string | null;
  message?: string | null;
  submission?: string | null;
  caller?: Person | null;
};

/** Sends an inquiry as the server function does, or as another actor; returns the outcome. */
export async function inquire(
  world: World,
  inquiry: Inquiry,
  { actor = "service", address = "127.0.0.1" }: { actor?: Actor; address?: string } = {},
): Promise<string> {
  const { recipient, vehicle = null, caller = null, submission = null } = inquiry;
  const { name = "Ana Pérez", email = "ana@example.com" } = inquiry;
  const { phone = "+13055550123", message = "¿Sigue disponible?" } = inquiry;
  const id = typeof recipient === "string" ? recipient : recipient.id;
  const [row] = await world.as(
    actor,
    (sql) =>
      sql<
        { outcome: string }[]
      >`select public.receive_lead(${id}, ${vehicle}, ${name}, ${email}, ${phone}, ${message},
        ${submission}, ${caller?.id ?? null}) as outcome`,
    { "x-client-ip": address },
  );
  return row?.outcome ?? "";
}

/** Refers a friend as the server function does, or as another actor. */
export async function refer(
  world: World,
  recipient: Person,
  { name = "Marta Ríos", actor = "service" }: { name?: string; actor?: Actor } = {},
): Promise<string> {
  const [row] = await world.as(
    actor,
    (sql) =>
      sql<
        { outcome: string }[]
      >`select public.receive_referral(${recipient.id}, ${name}, '+13055550177', 'Jorge Luna', '+13055550199', null) as outcome`,
  );
  return row?.outcome ?? "";
}

/** The leads of a recipient, oldest first, read as superuser. */
export function leadsOf({ sql }: World, recipient: Person) {
  return sql`select * from public.leads where recipient_id = ${recipient.id} order by created_at, id`;
}

/** The mails queued for an address, oldest first. */
export function mailsTo({ sql }: World, email: string) {
  return sql<{ template: string; data: Record<string, unknown> }[]>`
    select template, data from private.outgoing_mail where recipient = ${email} order by created_at, id`;
}
