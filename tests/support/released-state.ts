import { readFileSync } from "node:fs";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { openPool, type SqlPool } from "#backend/postgres/pool.ts";
import { databaseSchema } from "#composition/database-schema.ts";

/**
 * Creates the schema of commit 1fc14bd, from which every later version upgrades, in an empty
 * database with the job queue. The baseline replaces its product migrations.
 */
export async function applyReleasedState(databaseUrl: string): Promise<void> {
  const versions = ["20261123100000", baseline];
  await applyMigrations(databaseUrl, databaseSchema, { versions });
  const sql = openPool(databaseUrl, { max: 1 });
  await sql`insert into supabase_migrations.schema_migrations (version, name, sha256)
    select version, 'name of then', 'sum of then'
    from unnest(${replacedMigrations}::text[]) as version`;
  await sql`delete from supabase_migrations.schema_migrations where version = ${baseline}`;
  await sql.end();
}

const baseline = "20261126191554";

/** The product migrations that a database of 1fc14bd has recorded. */
export const replacedMigrations = [
  ...readFileSync(`supabase/migrations/${baseline}_baseline.sql`, "utf8").matchAll(
    /^-- replaces (\d{14})_/gm,
  ),
].map(([, version]) => version ?? "");

/**
 * Fills such a database with one of each kind: a dealership, an active and an inactive salesperson,
 * an administrator, and a pending applicant.
 */
export async function fillReleasedState(sql: SqlPool): Promise<void> {
  await sql.unsafe(releasedWorld);
}

const releasedWorld = `
  insert into auth.users (id, email, phone, encrypted_password, email_confirmed_at, created_at,
    raw_user_meta_data)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, name || '@example.com', '1305555000' || n,
    'hash of ' || name, '2026-01-02', '2026-01-01', jsonb_build_object('full_name',
    name || E' \\\\ con\\ttabulador y\\nlínea')
  from (values (1, 'admin'), (2, 'dealer'), (3, 'seller'), (4, 'closed')) as person (n, name);
  update public.profiles set role = 'admin', is_active = true where email = 'admin@example.com';
  update public.profiles set role = 'concesionario', is_active = true, public_slug = 'autos',
    custom_domain = 'autos-dealer.com', config = '{"features": {"canAddVehicles": false}}'
  where email = 'dealer@example.com';
  update public.profiles set dealership_id = '00000000-0000-4000-8000-000000000002',
    is_active = true,
    public_slug = case when not private.is_reserved_word('leads') then 'leads' end
  where email = 'seller@example.com';
  update public.profiles set dealership_id = '00000000-0000-4000-8000-000000000002',
    is_active = true
  where email = 'closed@example.com';
  update public.profiles set public_slug = 'autos-nuevos' where public_slug = 'autos';
  update public.profiles set is_active = false where email = 'closed@example.com';
  select public.submit_access_request('Pía', '13055550009', 'pia@example.com', 'vendedor', 'Hola',
    'secret of Pía');

  insert into public.vehicles (id, user_id, brand, model, year, price, color, views, published,
    images)
  select '00000000-0000-4000-8000-0000000000aa', id, 'Citroën', 'C-4', 2020, '15 mil',
    'Azul marino', 3, true, array[
    'http://localhost/storage/v1/object/public/vehicle_images/' || id || '/own.png']
  from public.profiles where email = 'dealer@example.com';
  insert into public.vehicle_views (vehicle_id, day, visitor)
  select id, '2026-01-03', '\\xff00' from public.vehicles;
  insert into storage.objects (bucket_id, name, version, metadata)
  select 'vehicle_images', user_id || '/own.png', 'v1', '{"size": 1}' from public.vehicles;
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  select id, id, 'update', 'profiles', id, '{"full_name": {"old": "a", "new": "b"}}'
  from public.profiles;

  insert into auth.sessions (id, user_id, aal, ip, created_at)
  select gen_random_uuid(), id, 'aal2', '203.0.113.7', '2026-01-04' from auth.users
  where email in ('dealer@example.com', 'admin@example.com');
  insert into auth.refresh_tokens (id, token, user_id, session_id)
  select 40 + row_number() over (order by user_id), 'token of ' || user_id, user_id, id
  from auth.sessions;
  insert into auth.mfa_amr_claims (session_id, authentication_method, id)
  select id, 'totp', gen_random_uuid() from auth.sessions;
  insert into auth.mfa_factors (id, user_id, factor_type, status, secret, last_challenged_at)
  select gen_random_uuid(), id, 'totp', 'verified', 'sealed', '2026-01-05' from auth.users
  where email = 'dealer@example.com';
  select private.queue_mail('verify-email', 'mail@example.com', '{"token": "t"}');

  do $$ begin
    if to_regclass('public.leads') is null then return; end if;
    insert into public.leads (kind, recipient_id, dealership_id, recipient_name, vehicle_id,
      vehicle_title, name, email, message)
    select 'vehicle_inquiry', user_id, user_id, 'dealer', id, 'Citroën C-4 2020', 'Cliente',
      'cliente@example.com', 'Hola' from public.vehicles;
    insert into private.lead_submissions (lead_id, fingerprint) select id, '\\x01' from public.leads;
    insert into private.factor_steps (factor_id, step) select id, 7 from auth.mfa_factors;
    insert into private.recovery_sets (user_id, friendly_name)
      select user_id, 'codes' from auth.mfa_factors;
    insert into private.recovery_codes (set_id, code_hash)
      select id, '\\x02' from private.recovery_sets;
  end $$;`;
