import type { SqlPool } from "../../backend/src/postgres/pool.ts";

/** The size of a platform. One additional dealership has 5,000 vehicles in any size. */
export type PlatformSize = { vehicles: number; dealerships: number; leads: number };

/** The accounts used in a platform's statements; their ids are readable. */
export const people = {
  admin: personId(1, 1),
  dealer: personId(2, 1),
  bigDealer: personId(2, 0),
  salesperson: personId(3, 1),
};

const bigInventory = 5_000;

/**
 * Replaces all accounts and data with dealerships of four salespeople each, their vehicles in
 * rotation, leads, and as many log entries. Triggers are off, and the columns they maintain are
 * filled directly.
 */
export async function seedPlatform(sql: SqlPool, size: PlatformSize): Promise<void> {
  const { vehicles, dealerships, leads } = size;
  const dealer = `bench.person(2, 1 + n % ${dealerships})`;
  const statements = [
    "set session_replication_role = replica",
    "create schema if not exists bench",
    `create or replace function bench.person(kind integer, n bigint) returns uuid language sql immutable
       return format('00000000-0000-4000-%s-%s', lpad((8000 + kind)::text, 4, '0'), lpad(to_hex(n), 12, '0'))::uuid`,
    "truncate auth.users, public.profiles, public.vehicles, public.leads, public.audit_log cascade",
    `insert into auth.users (id, email, phone, email_confirmed_at, raw_user_meta_data)
       select bench.person(kind, n), kind || '-' || n || '@example.com', '1305' || kind || lpad(n::text, 6, '0'), now(), '{}'
       from (select 1 as kind, 1::bigint as n
         union all select 2, n from generate_series(0, ${dealerships}) as n
         union all select 3, n from generate_series(1, ${dealerships * 4}) as n) as everybody`,
    `insert into public.profiles (id, full_name, email, phone, role, is_active, public_slug, dealership_id, vehicle_count, config)
       select id, initcap(role) || ' ' || n, email, phone, role, n % 50 <> 49, role || '-' || n,
         case when role = 'vendedor' then bench.person(2, 1 + n % ${dealerships}) end, 0, '{}'
       from (select id, email, phone, ('x' || right(id::text, 8))::bit(32)::bigint as n,
           (array['admin', 'concesionario', 'vendedor'])[substr(id::text, 23, 1)::integer] as role
         from auth.users) as account`,
    `insert into public.vehicles (user_id, brand, model, color, body_style, year, vin, price, mileage, description, images, status, published, views, created_at)
       select case when n <= ${bigInventory} then bench.person(2, 0) else ${dealer} end,
         (array['Toyota', 'Kia', 'Hyundai', 'Ford', 'Nissan', 'Honda'])[1 + n % 6], 'Modelo ' || n % 40,
         (array['Blanco', 'Negro', 'Gris', 'Rojo'])[1 + n % 4], (array['Sedán', 'SUV', 'Pickup'])[1 + n % 3], 1995 + n % 31,
         upper(substr(md5(n::text), 1, 17)), (5000 + n % 900 * 50)::text, n % 200000,
         case when n <= ${bigInventory} then repeat('Único dueño, aire acondicionado, cámara de reversa, llantas nuevas. ', 40) || n end,
         array['https://example.com/a.jpg', 'https://example.com/b.jpg'],
         case when n % 11 < 9 then 'Disponible' when n % 11 = 9 then 'Vendido' else 'En revisión' end, n % 7 <> 0, n % 300,
         timestamptz '2026-01-01' - n * interval '1 minute'
       from generate_series(1, ${vehicles + bigInventory}) as n`,
    `update public.profiles as p set vehicle_count = counted.n
       from (select user_id, count(*) as n from public.vehicles group by user_id) as counted where p.id = counted.user_id`,
    `insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name, email, message, state, created_at)
       select 'general_inquiry', ${dealer}, ${dealer}, 'Concesionario', 'Cliente ' || n, 'cliente-' || n || '@example.com', 'Me interesa.',
         (array['Nuevo', 'En atención', 'Convertido', 'Perdido'])[1 + n % 7 % 4], timestamptz '2026-01-01' - n * interval '1 minute'
       from generate_series(1, ${leads}) as n`,
    `insert into public.audit_log (at, actor_id, impersonated_id, action, table_name, row_id, difference)
       select timestamptz '2026-01-01' - n * interval '1 minute', bench.person(1, 1), case when n % 3 = 0 then ${dealer} end,
         (array['insert', 'update', 'delete'])[1 + n % 3], 'profiles', ${dealer}, '{}'
       from generate_series(1, ${leads}) as n`,
    "set session_replication_role = origin",
  ];
  await sql.begin(async (own) => {
    for (const statement of statements) await own.unsafe(statement);
  });
  await sql.unsafe("vacuum (analyze)");
}

function personId(kind: number, n: number): string {
  return `00000000-0000-4000-${8000 + kind}-${n.toString(16).padStart(12, "0")}`;
}
