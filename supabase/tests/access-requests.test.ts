import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, type People, type Person } from "./support/people.ts";
import { waitForLock } from "./support/wait-for-lock.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let applicant: { name: string; phone: string; email: string; type: string };

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  const mark = Math.random().toString().slice(2, 11);
  applicant = {
    name: `Íñigo Núñez ${mark}`,
    phone: `+1 ${mark}`,
    email: `Inigo-${mark}@Example.com`,
    type: "concesionario",
  };
});
afterAll(() => world.close());

const secret = "una-clave-larga";

const submit = (actor: Actor, changes: Partial<typeof applicant> & { password?: string } = {}) => {
  const { name, phone, email, type, password = secret } = { ...applicant, ...changes };
  return world.as(
    actor,
    (sql) => sql`select public.submit_access_request(p_name => ${name}, p_phone => ${phone},
      p_email => ${email}, p_account_type => ${type}, p_message => 'Hola', p_password => ${password})`,
  );
};

const submitted = async () => {
  await submit("service");
  const [request] = await world.sql`select * from public.access_requests
    where email = ${applicant.email.toLowerCase()} order by created_at desc limit 1`;
  if (!request) throw new Error("no request was stored");
  return request;
};

const decide = (actor: Actor, id: string, status: string, dealership: string | null = null) =>
  world.as(
    actor,
    (sql) => sql`select public.decide_access_request(${id}, ${status}, ${dealership})`,
  );

const mailsTo = (email: string) =>
  world.sql`select template, data from private.outgoing_mail where recipient = ${email.toLowerCase()}
    order by created_at`;

const accountOf = async (id: string) => {
  const [row] =
    await world.sql`select u.*, p.role as profile_role, p.is_active, p.public_slug, p.dealership_id, p.full_name
    from auth.users u join public.profiles p using (id) where id = ${id}`;
  return row;
};

describe("submitting a request", () => {
  test("the service creates account, profile, request and mail in one call", async () => {
    const request = await submitted();
    expect(request).toMatchObject({
      status: "pending",
      account_type: "concesionario",
      message: "Hola",
    });
    const account = await accountOf(request.user_id);
    expect(account).toMatchObject({
      email: applicant.email.toLowerCase(),
      phone: null,
      email_confirmed_at: null,
      phone_confirmed_at: null,
      profile_role: "vendedor",
      is_active: false,
      full_name: applicant.name,
    });
    expect(account?.encrypted_password).toMatch(/^\$2a\$/);
    const identities = await world.sql`select provider from auth.identities
      where user_id = ${request.user_id} order by provider`;
    expect(identities.map(({ provider }) => provider)).toEqual(["email"]);
  });

  test("the mailed token is stored only as its hash", async () => {
    const request = await submitted();
    const [mail] = await mailsTo(applicant.email);
    expect(mail).toMatchObject({ template: "verify-email", data: { name: applicant.name } });
    const [stored] = await world.sql`select token_hash from auth.one_time_tokens
      where user_id = ${request.user_id} and token_type = 'confirmation_token'`;
    expect(stored?.token_hash).toBe(createHash("sha256").update(mail?.data.token).digest("hex"));
  });

  test("no table contains the password", async () => {
    await submitted();
    const tables = await world.sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname in ('public', 'auth', 'private', 'storage')`;
    for (const { schema, name } of tables) {
      const hits = await world.sql`select 1 from ${world.sql(schema)}.${world.sql(name)} as t
        where t::text like ${`%${secret}%`}`;
      expect(hits, `${schema}.${name}`).toHaveLength(0);
    }
  });

  test("twenty concurrent submits create one account, one request and one mail", async () => {
    await Promise.all(Array.from({ length: 20 }, () => submit("service")));
    const email = applicant.email.toLowerCase();
    expect(await world.sql`select 1 from auth.users where email = ${email}`).toHaveLength(1);
    expect(
      await world.sql`select 1 from public.access_requests where email = ${email}`,
    ).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("a taken address gets the same response, and only its owner gets a mail", async () => {
    const { dealer } = people;
    const before = await accountOf(dealer.id);
    const taken = await submit("service", { email: dealer.email });
    const free = await submit("service");
    expect(taken).toEqual(free);
    expect(await accountOf(dealer.id)).toEqual(before);
    expect(
      await world.sql`select 1 from public.access_requests where email = ${dealer.email}`,
    ).toHaveLength(0);
    expect((await mailsTo(dealer.email)).map(({ template }) => template)).toEqual([
      "access-already-registered",
    ]);
  });

  test("an unconfirmed applicant who submits again after a minute gets a new link", async () => {
    const request = await submitted();
    const [first] =
      await world.sql`select token_hash from auth.one_time_tokens where user_id = ${request.user_id}`;
    await world.sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where id = ${request.user_id}`;
    await submit("service", { password: "otra-clave" });
    const tokens =
      await world.sql`select token_hash from auth.one_time_tokens where user_id = ${request.user_id}`;
    expect(tokens).toHaveLength(1);
    expect(tokens[0]?.token_hash).not.toBe(first?.token_hash);
    expect(await mailsTo(applicant.email)).toHaveLength(2);
  });

  test.each([
    [{ password: "corta" }, "P0001"],
    [{ password: "x".repeat(73) }, "P0001"],
    [{ phone: "abc" }, "P0001"],
    [{ name: " " }, "P0001"],
    [{ type: "admin" }, "23514"],
  ])("%j is rejected and nothing is stored", async (changes, code) => {
    await expect(submit("service", changes)).rejects.toMatchObject({ code });
    expect(
      await world.sql`select 1 from auth.users where email = ${applicant.email.toLowerCase()}`,
    ).toHaveLength(0);
  });

  test("neither a visitor nor a signed-in person can submit directly", async () => {
    await expect(submit("anonymous")).rejects.toMatchObject({ code: "42501" });
    await expect(submit(people.admin)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("the sweep of unconfirmed requests", () => {
  const daysAgo = async (id: string, days: number) => {
    await world.sql`update public.access_requests set created_at = now() - make_interval(days => ${days}) where user_id = ${id}`;
    await world.sql`update auth.users set created_at = now() - make_interval(days => ${days}),
      confirmation_sent_at = now() - make_interval(days => ${days}) where id = ${id}`;
  };
  const sweep = () => world.sql`select private.sweep_unconfirmed_requests()`;
  const requestsOf = (email: string) =>
    world.sql`select id from public.access_requests where email = ${email.toLowerCase()}`;

  test("deletes a request after a month, which frees its address", async () => {
    const old = await submitted();
    await daysAgo(old.user_id, 31);
    await sweep();
    expect(await requestsOf(applicant.email)).toHaveLength(0);
    expect(await accountOf(old.user_id)).toBeUndefined();
    const left = await world.sql`select 1 from auth.identities where user_id = ${old.user_id}`;
    expect(left).toHaveLength(0);
    await submit("service", { password: "otra-clave" });
    const [mail] = (await mailsTo(applicant.email)).slice(-1);
    expect(mail).toMatchObject({ template: "verify-email" });
    const again = await submitted();
    expect(again.user_id).not.toBe(old.user_id);
  });

  test.each([
    ["asked less than a month ago", (id: string) => daysAgo(id, 29)],
    [
      "was sent a link recently",
      (id: string) =>
        world.sql`update auth.users set confirmation_sent_at = now() where id = ${id}`,
    ],
    [
      "confirmed the address",
      (id: string) => world.sql`update auth.users set email_confirmed_at = now() where id = ${id}`,
    ],
    [
      "was approved by an administrator",
      async (id: string) => {
        const [request] =
          await world.sql`select id from public.access_requests where user_id = ${id}`;
        await decide(people.admin, request?.id, "approved");
      },
    ],
    [
      "was activated without the request",
      (id: string) => world.sql`update public.profiles set is_active = true where id = ${id}`,
    ],
  ])("keeps the request and account of an applicant who %s", async (_case, arrange) => {
    const request = await submitted();
    await daysAgo(request.user_id, 31);
    await arrange(request.user_id);
    const before = await accountOf(request.user_id);
    await sweep();
    expect(await requestsOf(applicant.email)).toHaveLength(1);
    expect(await accountOf(request.user_id)).toEqual(before);
  });

  test("does not block an administrator's concurrent decision", async () => {
    const request = await submitted();
    await daysAgo(request.user_id, 31);
    await world.sql.begin(async (sql) => {
      await sql`select from public.access_requests where id = ${request.id} for update`;
      await sweep();
    });
    expect(await accountOf(request.user_id)).toMatchObject({ id: request.user_id });
    await sweep();
    expect(await accountOf(request.user_id)).toBeUndefined();
  });

  test("cannot be run by a visitor or a signed-in person", async () => {
    for (const actor of ["anonymous", people.dealer, people.admin] as Actor[]) {
      const call = world.as(actor, (sql) => sql`select private.sweep_unconfirmed_requests()`);
      await expect(call).rejects.toMatchObject({ code: "42501" });
    }
  });
});

describe("reading and writing requests", () => {
  const read = (actor: Actor) =>
    world.as(actor, (sql) => sql`select id from public.access_requests`);

  test("only an administrator reads the requests", async () => {
    await submitted();
    expect((await read(people.admin)).length).toBeGreaterThan(0);
    for (const actor of [people.dealer, people.vendedor, people.inactiveDealer]) {
      expect(await read(actor)).toHaveLength(0);
    }
    await expect(read("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("only an administrator reads the role that an account asks for", async () => {
    const request = await submitted();
    const asked = (actor: Actor) =>
      world.as(actor, async (sql) => {
        const profile = { id: request.user_id };
        const [row] = await sql`
          select public.asked_role(jsonb_populate_record(null::public.profiles, ${JSON.stringify(profile)}::text::jsonb)) as role`;
        return row?.role;
      });
    expect(await asked(people.admin)).toBe(request.account_type);
    expect(await asked(people.dealer)).toBeNull();
    await expect(asked("anonymous")).rejects.toMatchObject({ code: "42501" });
    await decide(people.admin, request.id, "rejected");
    expect(await asked(people.admin)).toBeNull();
  });

  test("no client inserts, updates or deletes requests, not even an administrator", async () => {
    const { id } = await submitted();
    const actors: Actor[] = ["anonymous", people.dealer, people.admin];
    for (const actor of actors) {
      const refused = { code: "42501" };
      await expect(
        world.as(
          actor,
          (sql) =>
            sql`insert into public.access_requests (name, phone, email) values ('a', '1', 'a@b.c')`,
        ),
      ).rejects.toMatchObject(refused);
      await expect(
        world.as(
          actor,
          (sql) => sql`update public.access_requests set status = 'approved' where id = ${id}`,
        ),
      ).rejects.toMatchObject(refused);
      await expect(
        world.as(actor, (sql) => sql`delete from public.access_requests where id = ${id}`),
      ).rejects.toMatchObject(refused);
    }
  });
});

describe("deciding a request", () => {
  test("approving a concesionario activates it with a slug and queues a mail", async () => {
    const request = await submitted();
    await decide(people.admin, request.id, "approved");
    const account = await accountOf(request.user_id);
    const slug = applicant.name
      .toLowerCase()
      .replaceAll(" ", "-")
      .replace("íñigo-núñez", "inigo-nunez");
    expect(account).toMatchObject({
      profile_role: "concesionario",
      is_active: true,
      banned_until: null,
      public_slug: slug,
    });
    expect((await mailsTo(applicant.email)).at(-1)).toMatchObject({
      template: "access-approved",
      data: { public_slug: slug, account_type: "concesionario" },
    });
    const [after] = await world.sql`select * from public.access_requests where id = ${request.id}`;
    expect(after).toMatchObject({ status: "approved", decided_by: people.admin.id });
    expect(after?.decided_at).toBeInstanceOf(Date);
  });

  test("an approved vendedor joins the dealership that the administrator chose", async () => {
    applicant.type = "vendedor";
    const request = await submitted();
    await decide(people.admin, request.id, "approved", people.dealer.id);
    expect(await accountOf(request.user_id)).toMatchObject({
      profile_role: "vendedor",
      dealership_id: people.dealer.id,
    });
  });

  test("a vendedor cannot be approved into a non-dealership", async () => {
    applicant.type = "vendedor";
    const request = await submitted();
    await expect(
      decide(people.admin, request.id, "approved", people.vendedor.id),
    ).rejects.toMatchObject({ code: "P0001" });
    expect(await accountOf(request.user_id)).toMatchObject({ is_active: false });
  });

  test("namesakes get slugs with -2 and -3, a reserved name gets a neutral slug", async () => {
    const slugs: string[] = [];
    const { email, phone } = applicant;
    for (const [n, name] of ["Ana Pérez", "Ana  Perez", "ANA PEREZ!", "Admin"].entries()) {
      applicant = { ...applicant, name, email: `${n}-${email}`, phone: `4${n}${phone.slice(3)}` };
      const request = await submitted();
      await decide(people.admin, request.id, "approved");
      slugs.push((await accountOf(request.user_id))?.public_slug);
    }
    expect(slugs).toEqual(["ana-perez", "ana-perez-2", "ana-perez-3", "perfil"]);
  });

  test("rejecting deletes the account, keeps the request and frees the address", async () => {
    const request = await submitted();
    await decide(people.admin, request.id, "rejected");
    expect(await accountOf(request.user_id)).toBeUndefined();
    const [after] = await world.sql`select * from public.access_requests where id = ${request.id}`;
    expect(after).toMatchObject({ status: "rejected", user_id: null });
    expect((await mailsTo(applicant.email)).at(-1)?.template).toBe("access-rejected");
    expect((await submitted()).status).toBe("pending");
  });

  test.each([
    ["approved", "rejected"],
    ["rejected", "approved"],
    ["approved", "approved"],
  ])("of concurrent %s and %s the first wins and the second raises", async (first, second) => {
    const request = await submitted();
    const late = await world.as(people.admin, async (sql) => {
      await sql`select public.decide_access_request(${request.id}, ${first})`;
      const attempt = decide(people.admin, request.id, second).then(
        () => "decided twice",
        (error) => error,
      );
      await waitForLock(world);
      return { attempt };
    });
    expect(await late.attempt).toMatchObject({ code: "P0001", hint: "already_decided" });
    const [after] =
      await world.sql`select status from public.access_requests where id = ${request.id}`;
    expect(after?.status).toBe(first);
    const decisions = (await mailsTo(applicant.email)).map(({ template }) => template);
    expect(decisions.at(-1)).toBe(`access-${first}`);
    expect(decisions).toHaveLength(first === "approved" ? 2 : 1);
  });

  test("an unknown request and an unknown decision are rejected", async () => {
    const request = await submitted();
    await expect(decide(people.admin, crypto.randomUUID(), "approved")).rejects.toMatchObject({
      code: "P0001",
    });
    await expect(decide(people.admin, request.id, "pending")).rejects.toMatchObject({
      code: "P0001",
    });
  });

  test("only an administrator can decide a request", async () => {
    const request = await submitted();
    const actors: Actor[] = [
      "anonymous",
      people.dealer,
      people.vendedor,
      people.inactiveDealer,
      "service",
    ];
    for (const actor of actors) {
      await expect(decide(actor, request.id, "approved")).rejects.toMatchObject({ code: "42501" });
    }
    expect(await accountOf(request.user_id)).toMatchObject({ is_active: false });
  });

  test("an approved person's phone is confirmed along with the e-mail", async () => {
    const request = await submitted();
    await decide(people.admin, request.id, "approved");
    expect(await accountOf(request.user_id)).toMatchObject({ phone_confirmed_at: null });
    await world.sql`update auth.users set email_confirmed_at = now() where id = ${request.user_id}`;
    expect((await accountOf(request.user_id))?.phone_confirmed_at).toBeInstanceOf(Date);
  });

  test("a person's phone stays unconfirmed without an approval", async () => {
    const request = await submitted();
    await world.sql`update auth.users set email_confirmed_at = now() where id = ${request.user_id}`;
    expect(await accountOf(request.user_id)).toMatchObject({ phone_confirmed_at: null });
  });

  test("rejecting fails and keeps an account that was activated in the meantime", async () => {
    const request = await submitted();
    await world.sql`update public.profiles set is_active = true where id = ${request.user_id}`;
    await expect(decide(people.admin, request.id, "rejected")).rejects.toMatchObject({
      code: "P0001",
    });
    expect(await accountOf(request.user_id)).toMatchObject({ is_active: true });
  });

  test("a demoted administrator cannot decide a request", async () => {
    const retired: Person = await createPerson(world, "admin", { active: false });
    const request = await submitted();
    await expect(decide(retired, request.id, "approved")).rejects.toMatchObject({ code: "42501" });
  });
});
