import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Sql } from "#backend";
import { LeadKind, LeadState } from "#contract/customers/lead.ts";

const optional = z.string().transform((text) => text || null);

const Row = z.object({
  recipient: z.enum(["valle", "luis", "marta", "bahia", "diego"]),
  kind: LeadKind,
  vin: optional,
  name: z.string().min(1),
  email: optional,
  phone: optional,
  message: optional,
  referred_name: optional,
  referred_phone: optional,
  state: LeadState,
  hours_ago: z.coerce.number().positive(),
  notes: z.string(),
});

/** A lead in leads.tsv; `recipient` is a key in people.ts. */
type DemoLead = z.infer<typeof Row>;

/** Reads the demo's leads; throws if a line does not match the header. */
export function readLeads(): DemoLead[] {
  return readTable("leads.tsv").map((row) => Row.parse(row));
}

const hourMs = 60 * 60 * 1000;

/**
 * Stores the demo's leads in one statement, without mails, unless leads exist. `ids` maps the keys
 * in people.ts to profile ids; vehicles are found by VIN.
 */
export async function loadLeads(sql: Sql, ids: Map<string, string>): Promise<void> {
  const rows = readLeads().map((lead) => toRow(lead, ids));
  await sql`
    insert into public.leads (kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, email, phone, message,
      referred_name, referred_phone, state, notes, created_at, updated_at)
    select l.kind, p.id, coalesce(p.dealership_id, p.id), p.full_name, v.id, v.brand || ' ' || v.model || ' ' || v.year, l.name, l.email,
      l.phone, l.message, l.referred_name, l.referred_phone, l.state, l.notes, l.created_at, l.created_at
    from jsonb_to_recordset(${sql.json(rows)}) as l (kind text, recipient_id uuid, vin text, name text, email text, phone text,
      message text, referred_name text, referred_phone text, state text, notes text, created_at timestamptz)
    join public.profiles as p on p.id = l.recipient_id
    left join public.vehicles as v on v.vin = l.vin
    where not exists (select from public.leads)`;
}

/** Stores a month of taps on the demo's vehicles, up to six each, unless taps exist. */
export async function loadTaps(sql: Sql): Promise<void> {
  await sql`
    insert into public.contact_taps (seller_id, dealership_id, vehicle_id, channel, codes, visitor, created_at)
    select shown.user_id, shown.user_id, shown.id,
      (array['whatsapp', 'whatsapp', 'call', 'whatsapp', 'contact', 'directions'])[number],
      array[translate(upper(left(md5(shown.id::text || number), 6)), '01', 'GH')],
      sha256(convert_to(shown.id::text || number, 'utf8')),
      now() - interval '1 hour' * (shown.place * 3 + number * 17)
    from (
      select id, user_id, row_number() over (order by vin) as place from public.vehicles
      where published and status = 'Disponible'
    ) as shown, generate_series(1, (shown.place % 7)::int) as number
    where not exists (select from public.contact_taps)`;
}

/**
 * Stores costs, acquisition dates and sale details of the demo's vehicles, unless figures exist.
 */
export async function loadFigures(sql: Sql): Promise<void> {
  const added = await sql`
    insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
    select lot.id, lot.user_id,
      case when lot.status = 'Vendido' then current_date - (24 + lot.sold * 34)
        else (lot.created_at - interval '1 day' * (lot.place * 11 % 43))::date end,
      round(lot.price_amount * (0.79 + lot.place % 7 * 0.015), -2)
    from (
      select id, user_id, status, created_at, price_amount,
        (row_number() over (partition by user_id order by vin))::int as place,
        (row_number() over (partition by user_id, status order by vin))::int as sold
      from public.vehicles
    ) as lot
    where not exists (select from public.vehicle_figures)
    returning id`;
  if (added.length === 0) return;
  await sql`
    insert into public.vehicle_costs (vehicle_id, dealership_id, spent_on, label, amount)
    select figures.id, figures.dealership_id, figures.acquired_on + 2,
      (array['Detallado', 'Llantas', 'Frenos', 'Batería'])[place % 4 + 1],
      (array[180, 640, 420, 165])[place % 4 + 1]
    from (
      select id, dealership_id, acquired_on, (row_number() over (order by id))::int as place
      from public.vehicle_figures
    ) as figures
    where figures.place % 3 <> 0`;
  await sql`
    update public.deals as deal
    set day = figures.acquired_on + 19 + sold.place * 3, price = round(sold.price_amount * 0.97, -2),
      commission = 250, seller_id = sold.seller_id,
      buyer_name = (array['Rosa Medina', 'Julio Campos', 'Teresa Gil'])[sold.place]
    from (
      select vehicle.id, vehicle.price_amount,
        (row_number() over (partition by vehicle.user_id order by vehicle.vin))::int as place,
        (select seller.id from public.profiles as seller where seller.dealership_id = vehicle.user_id
          order by md5(seller.id::text || vehicle.id::text) limit 1) as seller_id
      from public.vehicles as vehicle where vehicle.status = 'Vendido'
    ) as sold
    join public.vehicle_figures as figures on figures.id = sold.id
    where deal.vehicle_id = sold.id and deal.kind = 'Venta' and deal.ended_at is null`;
}

function toRow({ recipient, hours_ago, ...lead }: DemoLead, ids: Map<string, string>) {
  return {
    ...lead,
    recipient_id: ids.get(recipient) ?? null,
    created_at: new Date(Date.now() - hours_ago * hourMs).toISOString(),
  };
}

/** Parses a TSV file in this folder into one object per line, keyed by the header. */
export function readTable(file: string): Record<string, string | undefined>[] {
  const path = fileURLToPath(new URL(`./${file}`, import.meta.url));
  const [header = "", ...lines] = readFileSync(path, "utf8").replace(/\n$/, "").split("\n");
  const names = header.split("\t");
  return lines.map((line) => {
    const values = line.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, values[at]]));
  });
}
