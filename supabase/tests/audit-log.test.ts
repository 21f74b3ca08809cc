import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let vehicle: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  vehicle = await createVehicle(world, people.dealer);
});
afterAll(() => world.close());

const reprice = (actor: Actor, headers: Record<string, string>) =>
  world.as(
    actor,
    (sql) => sql`update public.vehicles set price = '9000' where id = ${vehicle}`,
    headers,
  );

const logOf = (rowId: string) =>
  world.sql`select actor_id, impersonated_id, action, table_name, difference from public.audit_log
    where row_id = ${rowId} order by id`;

describe("writes by an administrator", () => {
  test("impersonating, are logged with actor, person, action and difference", async () => {
    await reprice(people.admin, { "x-impersonated-user": people.dealer.id });
    expect(await logOf(vehicle)).toEqual([
      {
        actor_id: people.admin.id,
        impersonated_id: people.dealer.id,
        action: "update",
        table_name: "vehicles",
        difference: { price: { old: null, new: "9000" } },
      },
    ]);
  });

  test("impersonating, are logged for inserts and deletes, not for a counter", async () => {
    const id = crypto.randomUUID();
    const headers = { "x-impersonated-user": people.dealer.id };
    await world.as(
      people.admin,
      (sql) => sql`insert into public.vehicles (id, user_id, brand, model, year)
        values (${id}, ${people.dealer.id}, 'Kia', 'Rio', 2020)`,
      headers,
    );
    await world.as(
      people.admin,
      (sql) => sql`delete from public.vehicles where id = ${id}`,
      headers,
    );
    const lines = await logOf(id);
    expect(lines.map(({ action }) => action)).toEqual(["insert", "delete"]);
    expect(lines[0]?.difference.brand).toEqual({ old: null, new: "Kia" });
    expect(await logOf(people.dealer.id)).toHaveLength(0);
  });

  test("to a profile and to a request are logged", async () => {
    const headers = { "x-impersonated-user": people.dealer.id };
    await world.as(
      people.admin,
      (sql) => sql`update public.profiles set full_name = 'X' where id = ${people.vendedor.id}`,
      headers,
    );
    expect((await logOf(people.vendedor.id))[0]?.difference.full_name.new).toBe("X");
    const [request] = await world.sql`insert into public.access_requests (name, phone, email)
      values ('Ana', '15550001111', 'ana@example.com') returning id`;
    await world.as(
      people.admin,
      (sql) => sql`select public.decide_access_request(${request?.id}, 'rejected')`,
      headers,
    );
    expect((await logOf(request?.id))[0]).toMatchObject({
      table_name: "access_requests",
      difference: { status: { old: "pending", new: "rejected" } },
    });
  });

  test("to files are logged when storing, replacing and deleting as another person", async () => {
    const headers = { "x-impersonated-user": people.dealer.id };
    const name = `${people.dealer.id}/1-frente.jpg`;
    const [file] = await world.as(
      people.admin,
      (sql) => sql<{ id: string }[]>`
        insert into storage.objects (bucket_id, name, version) values ('vehicle_images', ${name}, 'one') returning id`,
      headers,
    );
    const id = file?.id ?? "";
    for (const change of ["two", "two"]) {
      await world.as(
        people.admin,
        (sql) => sql`update storage.objects set version = ${change} where id = ${id}`,
        headers,
      );
    }
    await world.as(
      people.admin,
      (sql) => sql`delete from storage.objects where id = ${id}`,
      headers,
    );
    const gone = { bucket_id: "vehicle_images", name, version: "two" };
    const line = { actor_id: people.admin.id, impersonated_id: people.dealer.id };
    expect(await logOf(id)).toEqual([
      {
        ...line,
        action: "insert",
        table_name: "objects",
        difference: {
          bucket_id: { old: null, new: "vehicle_images" },
          name: { old: null, new: name },
          version: { old: null, new: "one" },
        },
      },
      {
        ...line,
        action: "update",
        table_name: "objects",
        difference: { version: { old: "one", new: "two" } },
      },
      {
        ...line,
        action: "delete",
        table_name: "objects",
        difference: Object.fromEntries(
          Object.entries(gone).map(([column, old]) => [column, { old, new: null }]),
        ),
      },
    ]);
  });

  test("to files in their own name are logged; a dealer's forged header is not", async () => {
    const store = (actor: Actor, headers: Record<string, string>) =>
      world.as(
        actor,
        (sql) => sql<{ id: string }[]>`insert into storage.objects (bucket_id, name)
          values ('vehicle_images', ${`${people.dealer.id}/${crypto.randomUUID()}.jpg`}) returning id`,
        headers,
      );
    const [own] = await store(people.admin, {});
    const forged = { "x-impersonated-user": people.otherDealer.id };
    const [foreign] = await store(people.dealer, forged);
    expect(await logOf(own?.id ?? "")).toMatchObject([
      { actor_id: people.admin.id, impersonated_id: null, action: "insert" },
    ]);
    expect(await logOf(foreign?.id ?? "")).toEqual([]);
  });

  // An import's changes are logged on the vehicles, and administrators have no push subscription.
  test("cover every API table, except log, visits, browsers and imports", async () => {
    const rows = await world.sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and not exists (
          select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_admin_write'
        )
      order by 1`;
    expect(rows.map(({ name }) => name)).toEqual([
      "audit_log",
      "contact_taps",
      "photo_imports",
      "price_changes",
      "push_subscriptions",
      "vehicle_import_rows",
      "vehicle_imports",
      "vehicle_views",
    ]);
  });

  test("without the header, or with their own id, are logged in their own name", async () => {
    await reprice(people.admin, {});
    await world.sql`update public.vehicles set price = null where id = ${vehicle}`;
    await reprice(people.admin, { "x-impersonated-user": people.admin.id });
    const own = { actor_id: people.admin.id, impersonated_id: null, action: "update" };
    expect(await logOf(vehicle)).toMatchObject([own, own]);
  });

  test("with a malformed header are rejected", async () => {
    await expect(
      reprice(people.admin, { "x-impersonated-user": "malformed" }),
    ).rejects.toMatchObject({
      code: "22P02",
    });
    const [row] = await world.sql`select price from public.vehicles where id = ${vehicle}`;
    expect(row?.price).toBeNull();
  });

  test("can be read in the log only by an administrator, who cannot change it", async () => {
    await reprice(people.admin, { "x-impersonated-user": people.dealer.id });
    const read = (actor: Actor) =>
      world.as(actor, (sql) => sql`select 1 from public.audit_log where row_id = ${vehicle}`);
    expect(await read(people.admin)).toHaveLength(1);
    expect(await read(people.dealer)).toHaveLength(0);
    await expect(read("anonymous")).rejects.toMatchObject({ code: "42501" });
  });
});

describe("an administrator's own act", () => {
  const asAdmin = (work: (sql: typeof world.sql) => Promise<unknown>) =>
    world.as(people.admin, (sql) => work(sql as typeof world.sql));
  const apply = async () => {
    const email = `ana-${crypto.randomUUID()}@example.com`;
    await world.as(
      "service",
      (sql) =>
        sql`select public.submit_access_request('Ana', '15550001111', ${email}, 'vendedor', 'Hola', 'una-clave')`,
    );
    const [request] = await world.sql`select id from public.access_requests where email = ${email}`;
    return String(request?.id);
  };
  const lead = async () => {
    const { dealer } = people;
    const [row] = await world.sql`
      insert into public.leads (kind, recipient_id, dealership_id, name, email)
      values ('general_inquiry', ${dealer.id}, ${dealer.id}, 'Ana', 'ana@example.com') returning id`;
    return String(row?.id);
  };
  const deadMail = async () => {
    const [row] = await world.sql`
      insert into private.outgoing_mail (template, recipient, state)
      values ('recovery', 'ana@example.com', 'dead') returning id`;
    return String(row?.id);
  };
  const factor = async () => {
    const [row] = await world.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status)
      values (gen_random_uuid(), ${people.dealer.id}, 'iPhone de Ana', 'totp', 'verified') returning id`;
    return String(row?.id);
  };

  /** The action, its row, and the log line it should leave. */
  type Act = {
    to: () => Promise<string>;
    act: (id: string) => Promise<unknown>;
    table: string;
    action?: string;
    difference: Record<string, unknown>;
  };
  const seller = async () => people.vendedor.id;
  const hidden = { old: "******", new: "******" };
  const acts: [string, Act][] = [
    [
      "a new password",
      {
        to: seller,
        act: (id) =>
          asAdmin((sql) => sql`select public.update_user_password_by_admin(${id}, 'otra-clave')`),
        table: "users",
        difference: { password: hidden },
      },
    ],
    [
      "another e-mail",
      {
        to: seller,
        act: (id) =>
          asAdmin(
            (sql) => sql`select public.update_user_email_by_admin(${id}, 'otra@example.com')`,
          ),
        table: "profiles",
        difference: { email: { old: expect.any(String), new: "otra@example.com" } },
      },
    ],
    [
      "a deactivation",
      {
        to: seller,
        act: (id) =>
          asAdmin((sql) => sql`update public.profiles set is_active = false where id = ${id}`),
        table: "profiles",
        difference: { is_active: { old: true, new: false } },
      },
    ],
    [
      "another role",
      {
        to: seller,
        act: (id) =>
          asAdmin((sql) => sql`update public.profiles set role = 'admin' where id = ${id}`),
        table: "profiles",
        difference: {
          role: { old: "vendedor", new: "admin" },
          dealership_id: { old: expect.any(String), new: null },
        },
      },
    ],
    ...(["approved", "rejected"] as const).map((status): [string, Act] => [
      `a request that is ${status}`,
      {
        to: apply,
        act: (id) => asAdmin((sql) => sql`select public.decide_access_request(${id}, ${status})`),
        table: "access_requests",
        difference: { status: { old: "pending", new: status } },
      },
    ]),
    [
      "a removed second factor",
      {
        to: factor,
        act: () =>
          asAdmin((sql) => sql`select public.reset_second_factor_by_admin(${people.dealer.id})`),
        table: "mfa_factors",
        action: "delete",
        difference: { user_id: { old: expect.any(String), new: null } },
      },
    ],
    [
      "a retried mail",
      {
        to: deadMail,
        act: (id) => asAdmin((sql) => sql`select public.retry_dead_mail(${id})`),
        table: "outgoing_mail",
        difference: { state: { old: "dead", new: "queued" } },
      },
    ],
    [
      "an edited lead",
      {
        to: lead,
        act: (id) =>
          asAdmin((sql) => sql`update public.leads set state = 'Perdido' where id = ${id}`),
        table: "leads",
        difference: { state: { old: "Nuevo", new: "Perdido" } },
      },
    ],
    [
      "an edited vehicle",
      {
        to: async () => vehicle,
        act: (id) => asAdmin((sql) => sql`update public.vehicles set price = '1' where id = ${id}`),
        table: "vehicles",
        difference: { price: { old: null, new: "1" } },
      },
    ],
  ];

  test.each(acts)("%s is logged in their own name", async (_, { to, act, ...line }) => {
    const id = await to();
    await act(id);
    expect((await logOf(id)).at(-1)).toEqual({
      actor_id: people.admin.id,
      impersonated_id: null,
      action: line.action ?? "update",
      table_name: line.table,
      difference: line.difference,
    });
    const [secret] = await world.sql`
      select 1 from public.audit_log where difference::text ~ '\\$2[aby]\\$|otra-clave|una-clave|iPhone'`;
    expect(secret).toBeUndefined();
  });

  test("opening and deleting an account are logged", async () => {
    const email = `nueva-${crypto.randomUUID()}@example.com`;
    await asAdmin(
      (sql) =>
        sql`select public.create_user_by_admin('una-clave', 'Nueva', 'concesionario', ${email})`,
    );
    const [made] = await world.sql`select id from public.profiles where email = ${email}`;
    await asAdmin((sql) => sql`select public.delete_user_by_admin(${made?.id})`);
    const own = { actor_id: people.admin.id, impersonated_id: null, table_name: "profiles" };
    const lines = await logOf(String(made?.id));
    expect(lines.map(({ action }) => action)).toEqual(["insert", "update", "delete"]);
    for (const line of lines) expect(line).toMatchObject(own);
  });

  test("is not logged if another role does the same", async () => {
    const { dealer, vendedor } = people;
    for (const actor of [dealer, vendedor, "service"] as const) await reprice(actor, {});
    await world.sql`update public.vehicles set price = '7' where id = ${vehicle}`;
    await world.as(
      dealer,
      (sql) => sql`update public.profiles set is_active = false where id = ${vendedor.id}`,
    );
    expect([...(await logOf(vehicle)), ...(await logOf(vendedor.id))]).toEqual([]);
  });
});

describe("other actors", () => {
  test("a dealer who forges the header reads no extra row and is not logged", async () => {
    const { otherDealer, dealer } = people;
    const headers = { "x-impersonated-user": dealer.id };
    expect((await reprice(otherDealer, headers)).count).toBe(0);
    const seen = await world.as(
      otherDealer,
      (sql) => sql`select id from public.vehicles where user_id = ${dealer.id}`,
      headers,
    );
    expect(seen).toHaveLength(0);
    await reprice(dealer, { "x-impersonated-user": otherDealer.id });
    expect(await logOf(vehicle)).toHaveLength(0);
  });

  test("no actor, not even the owner, can change, delete or forge a line", async () => {
    await reprice(people.admin, { "x-impersonated-user": people.dealer.id });
    const refused = { code: "42501" };
    const actors: Actor[] = ["anonymous", people.dealer, people.admin, "service"];
    for (const actor of actors) {
      await expect(
        world.as(actor, (sql) => sql`update public.audit_log set action = 'insert'`),
      ).rejects.toMatchObject(refused);
      await expect(
        world.as(actor, (sql) => sql`delete from public.audit_log`),
      ).rejects.toMatchObject(refused);
      await expect(
        world.as(
          actor,
          (
            sql,
          ) => sql`insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
            values (${people.admin.id}, ${people.dealer.id}, 'update', 'vehicles', ${vehicle}, '{}')`,
        ),
      ).rejects.toMatchObject(refused);
    }
    await expect(world.sql`delete from public.audit_log`).rejects.toMatchObject(refused);
    await expect(world.sql`truncate public.audit_log`).rejects.toMatchObject(refused);
    expect(await logOf(vehicle)).toHaveLength(1);
  });

  test("deleting the people named in a line keeps the line", async () => {
    await reprice(people.admin, { "x-impersonated-user": people.dealer.id });
    await createPerson(world, "admin");
    await world.sql`delete from auth.users where id in (${people.dealer.id}, ${people.admin.id})`;
    expect(await logOf(vehicle)).toHaveLength(1);
  });
});
