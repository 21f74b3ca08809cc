import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createVehicle, type People, type Person } from "./support/people.ts";
import { waitForLock } from "./support/wait-for-lock.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let email: string;
let phone: string;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
});
beforeEach(() => {
  const mark = Math.random().toString().slice(2, 11);
  email = `ana-${mark}@example.com`;
  phone = `1${mark}`;
});
afterAll(() => world.close());

type Typed = { name?: string; email?: string; phone?: string; type?: string; password?: string };

const submit = (changes: Typed = {}) => {
  const typed = { name: "Ana", email, phone, type: "vendedor", password: "la-primera", ...changes };
  return world.as(
    "service",
    (
      sql,
    ) => sql`select public.submit_access_request(p_name => ${typed.name}, p_phone => ${typed.phone},
      p_email => ${typed.email}, p_account_type => ${typed.type}, p_message => ${`Soy ${typed.name}`},
      p_password => ${typed.password})`,
  );
};

const requestOf = async (address: string) => {
  const [request] = await world.sql`select * from public.access_requests where email = ${address}`;
  if (!request) throw new Error("no request was stored");
  return request;
};

const submitted = async () => {
  await submit();
  return requestOf(email);
};

const decide = (id: string, status: string) =>
  world.as(people.admin, (sql) => sql`select public.decide_access_request(${id}, ${status})`);

const mailsTo = async (address: string) => {
  const rows = await world.sql<{ template: string }[]>`
    select template from private.outgoing_mail where recipient = ${address} order by created_at`;
  return rows.map(({ template }) => template);
};

const profileOf = async (id: string) => {
  const [profile] =
    await world.sql`select role, is_active, public_slug from public.profiles where id = ${id}`;
  return profile;
};

const matches = async (password: string) => {
  const [row] = await world.sql<{ matches: boolean }[]>`
    select encrypted_password = extensions.crypt(${password}, encrypted_password) as matches
    from auth.users where email = ${email} and encrypted_password <> ''`;
  return row?.matches ?? false;
};

const approvalTo = async (recipient: string) => {
  const [mail] = await world.sql`
    select data from private.outgoing_mail where recipient = ${recipient} and template = 'access-approved'
    order by created_at desc limit 1`;
  return mail?.data;
};

const aMinuteLater = () =>
  world.sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;

describe("a decision's mail", () => {
  test.each(["approved", "rejected"])(
    "goes to the account's current e-mail when a request is %s",
    async (status) => {
      const request = await submitted();
      const present = `hoy-${email}`;
      await world.as(
        people.admin,
        (sql) => sql`select public.update_user_email_by_admin(${request.user_id}, ${present})`,
      );
      await decide(request.id, status);
      expect(await mailsTo(present)).toEqual([`access-${status}`]);
      expect(await mailsTo(email)).toEqual(["verify-email"]);
    },
  );
});

describe("an applicant who submits again within a minute", () => {
  test("corrects the request, keeps the password and gets no second link", async () => {
    const mistyped = await submitted();
    await submit({ name: "Ana Ruiz", phone: `9${phone}`, type: "concesionario" });
    const corrected = await requestOf(email);
    expect(corrected).toMatchObject({
      name: "Ana Ruiz",
      phone: `9${phone}`,
      account_type: "concesionario",
      status: "pending",
    });
    expect(corrected.id).not.toBe(mistyped.id);
    expect(await matches("la-primera")).toBe(true);
    expect(await mailsTo(email)).toEqual(["verify-email"]);
  });

  test("keeps an administrator's correction if the form has not changed", async () => {
    const { user_id } = await submitted();
    const nameOf = async () => {
      const [profile] =
        await world.sql`select full_name from public.profiles where id = ${user_id}`;
      return profile?.full_name;
    };
    await world.as(
      people.admin,
      (sql) => sql`update public.profiles set full_name = 'Ana Corregida' where id = ${user_id}`,
    );
    await submit();
    expect(await nameOf()).toBe("Ana Corregida");
    await submit({ name: "Ana Ruiz" });
    expect(await nameOf()).toBe("Ana Ruiz");
  });
});

describe("deleting an account", () => {
  test("deletes its pending request, and the address can request access again", async () => {
    const { user_id } = await submitted();
    await world.sql`delete from auth.users where id = ${user_id}`;
    expect([
      ...(await world.sql`select from public.access_requests where email = ${email}`),
    ]).toEqual([]);
    expect(await submitted()).toMatchObject({ status: "pending" });
  });

  test("keeps a decided request", async () => {
    const { id, user_id } = await submitted();
    await decide(id, "approved");
    await world.sql`delete from auth.users where id = ${user_id}`;
    const [request] = await world.sql`
      select user_id, status from public.access_requests where id = ${id}`;
    expect(request).toEqual({ user_id: null, status: "approved" });
  });
});

describe("an account with a pending request", () => {
  const activate = (actor: Person, id: string) =>
    world.as(
      actor,
      (sql) =>
        sql`update public.profiles set is_active = true where id = ${id} returning is_active`,
    );

  test("cannot be activated directly by an administrator or its dealership", async () => {
    const { user_id } = await submitted();
    await world.sql`update public.profiles set dealership_id = ${people.dealer.id} where id = ${user_id}`;
    for (const actor of [people.admin, people.dealer]) {
      await expect(activate(actor, user_id)).rejects.toMatchObject({
        code: "P0001",
        hint: "pending_request",
      });
    }
    expect(await profileOf(user_id)).toMatchObject({ is_active: false });
  });

  test("can be edited by an administrator, and deactivated after approval", async () => {
    const { id, user_id } = await submitted();
    await world.as(
      people.admin,
      (sql) => sql`update public.profiles
        set full_name = 'Ana Corregida', dealership_id = ${people.dealer.id}, is_active = false
        where id = ${user_id}`,
    );
    await decide(id, "approved");
    expect(await profileOf(user_id)).toMatchObject({ is_active: true });
    await world.sql`update public.profiles set is_active = false where id = ${user_id}`;
    expect([...(await activate(people.dealer, user_id))]).toEqual([{ is_active: true }]);
  });
});

describe("an applicant whom an administrator assigned to a dealership", () => {
  const noted = async () => {
    const request = await submitted();
    await world.sql`update public.profiles set dealership_id = ${people.dealer.id} where id = ${request.user_id}`;
    return request;
  };

  test("cannot be changed by the dealership before approval", async () => {
    const { id, user_id } = await noted();
    const change = () =>
      world.as(
        people.dealer,
        (sql) =>
          sql`select public.update_user_password_by_admin(${user_id}, 'la-del-concesionario')`,
      );
    const remove = () =>
      world.as(
        people.dealer,
        (sql) => sql`select public.delete_salesperson_by_dealership(${user_id})`,
      );
    const rename = () =>
      world.as(
        people.dealer,
        (sql) => sql`update public.profiles set full_name = 'Otro' where id = ${user_id}`,
      );
    for (const act of [change, rename, remove]) {
      await expect(act()).rejects.toMatchObject({ code: "42501" });
    }
    expect(await matches("la-primera")).toBe(true);
    await decide(id, "approved");
    await Promise.all([change(), rename()]);
    expect(await matches("la-del-concesionario")).toBe(true);
    await remove();
    expect(await profileOf(user_id)).toBeUndefined();
  });

  test("loses that assignment when approved as a dealership", async () => {
    await noted();
    await aMinuteLater();
    await submit({ type: "concesionario" });
    const { id, user_id } = await requestOf(email);
    await decide(id, "approved");
    const rows =
      await world.sql`select role, dealership_id from public.profiles where id = ${user_id}`;
    expect(rows).toEqual([{ role: "concesionario", dealership_id: null }]);
  });
});

describe("a pending request of an account in use", () => {
  test("leaves an administrator's role unchanged when it is approved", async () => {
    const request = await submitted();
    await world.sql`update public.profiles set role = 'admin', is_active = true where id = ${request.user_id}`;
    await decide(request.id, "approved");
    expect(await profileOf(request.user_id)).toEqual({
      role: "admin",
      is_active: true,
      public_slug: null,
    });
    expect(await requestOf(email)).toMatchObject({ status: "approved" });
  });

  test.each([
    [
      "has vehicles",
      (id: string) => createVehicle(world, { ...people.dealer, id }).then(() => undefined),
    ],
    [
      "has signed in",
      async (id: string) => {
        await world.sql`update auth.users set last_sign_in_at = now() where id = ${id}`;
      },
    ],
  ])("cannot be rejected if the inactive account %s", async (_, use) => {
    const request = await submitted();
    const id: string = request.user_id;
    await world.sql`update public.profiles set role = 'concesionario' where id = ${id}`;
    await use(id);
    await expect(decide(request.id, "rejected")).rejects.toMatchObject({ code: "P0001" });
    expect(await profileOf(id)).toMatchObject({ role: "concesionario", is_active: false });
    expect(await requestOf(email)).toMatchObject({ status: "pending" });
  });
});

describe("a stranger who requests access with an owner's unconfirmed e-mail", () => {
  test("cannot set the owner's password, whether they apply first or second", async () => {
    await submit({ name: "Mallory", phone: `9${phone}`, password: "la-de-mallory" });
    await aMinuteLater();
    await submit({ type: "concesionario", password: "la-de-ana" });

    expect([await matches("la-de-mallory"), await matches("la-de-ana")]).toEqual([false, false]);
    const request = await requestOf(email);
    expect(request).toMatchObject({
      name: "Ana",
      phone,
      account_type: "concesionario",
      message: "Soy Ana",
      status: "pending",
    });
    const [account] = await world.sql`
      select u.phone, u.raw_user_meta_data, p.full_name, p.phone as profile_phone,
        (select array_agg(i.provider || ' ' || coalesce(i.identity_data ->> i.provider, '') order by 1)
          from auth.identities i where i.user_id = u.id) as identities
      from auth.users u join public.profiles p using (id) where u.email = ${email}`;
    expect(account).toEqual({
      phone: null,
      raw_user_meta_data: { full_name: "Ana" },
      full_name: "Ana",
      profile_phone: null,
      identities: [`email ${email}`],
    });
    const [mail] = await world.sql`select data from private.outgoing_mail
      where recipient = ${email} order by created_at desc limit 1`;
    const tokens = await world.sql`select token_hash from auth.one_time_tokens
      where user_id = ${request.user_id}`;
    expect(tokens.map(({ token_hash }) => token_hash)).toEqual([
      createHash("sha256").update(mail?.data.token).digest("hex"),
    ]);
  });

  test("leaves no password, and the owner's approval mail says to set one", async () => {
    const request = await submitted();
    for (const password of ["la-de-mallory", "la-primera"]) {
      await aMinuteLater();
      await submit({ password });
      expect([await matches("la-primera"), await matches(password)]).toEqual([false, false]);
    }
    await decide(request.id, "approved");
    expect(await approvalTo(email)).toMatchObject({ needs_password: true });
  });

  test("replaces the link 4 times and the request 10 times per 10 minutes at most", async () => {
    await submit();
    for (let n = 0; n < 12; n += 1) {
      await aMinuteLater();
      await submit({ name: `Mallory ${n}`, password: "la-de-mallory" });
    }
    expect(await mailsTo(email)).toHaveLength(5);
    expect(await requestOf(email)).toMatchObject({ name: "Mallory 9" });
  });

  test("cannot use up the owner's attempts by requesting links", async () => {
    await submit({ name: "Mallory", password: "la-de-mallory" });
    await world.sql`select private.take_attempt('verify-to', ${email}, 4, '10 minutes') from generate_series(1, 4)`;
    await aMinuteLater();
    await submit({ name: "Ana Ruiz", password: "la-de-ana" });
    expect(await requestOf(email)).toMatchObject({ name: "Ana Ruiz" });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("does not affect an owner who repeats their own password", async () => {
    const request = await submitted();
    await aMinuteLater();
    await submit({ name: "Ana María" });
    expect(await matches("la-primera")).toBe(true);
    const again = await requestOf(email);
    expect(again).toMatchObject({ name: "Ana María", user_id: request.user_id });
    await decide(again.id, "approved");
    expect(await approvalTo(email)).toMatchObject({ needs_password: false });
  });

  test("removes the password within a minute, without a new link or other change", async () => {
    await submit();
    await submit({ name: "Mallory", password: "la-de-mallory" });
    expect([await matches("la-primera"), await matches("la-de-mallory")]).toEqual([false, false]);
    expect(await requestOf(email)).toMatchObject({ name: "Ana" });
    expect(await mailsTo(email)).toEqual(["verify-email"]);
  });

  test("changes nothing once the address is confirmed", async () => {
    const request = await submitted();
    await world.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    await aMinuteLater();
    await submit({ name: "Mallory", password: "la-de-mallory" });
    await decide(request.id, "approved");
    await submit({ name: "Mallory", password: "la-de-mallory" });
    expect(await matches("la-primera")).toBe(true);
    expect(await requestOf(email)).toMatchObject({ name: "Ana", status: "approved" });
    expect(await approvalTo(email)).toMatchObject({ needs_password: false });
  });

  test("removes an approved account's password and mails its owner", async () => {
    const request = await submitted();
    await decide(request.id, "approved");
    await submit({ name: "Mallory", password: "la-de-mallory" });
    expect([await matches("la-primera"), await matches("la-de-mallory")]).toEqual([false, false]);
    await aMinuteLater();
    await submit({ name: "Mallory", password: "la-de-mallory" });
    expect(await approvalTo(email)).toMatchObject({ name: "Ana", needs_password: true });
    expect(await requestOf(email)).toMatchObject({ name: "Ana", status: "approved" });
    expect(await mailsTo(email)).toEqual(["verify-email", "access-approved", "access-approved"]);
  });

  test("removes a deactivated account's password, and no approval mail is sent", async () => {
    const request = await submitted();
    await decide(request.id, "approved");
    await world.sql`update public.profiles set is_active = false where id = ${request.user_id}`;
    await submit({ password: "la-de-mallory" });
    expect(await matches("la-primera")).toBe(false);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("removes the password by an open sign-up as well", async () => {
    const signUp = (password: string) =>
      world.sql`select private.contest_sign_up(${email}, ${password}) as taken`;
    expect([...(await signUp("la-primera"))]).toEqual([{ taken: false }]);
    await submit();
    expect([...(await signUp("la-primera"))]).toEqual([{ taken: true }]);
    expect(await matches("la-primera")).toBe(true);
    expect([...(await signUp("la-de-mallory"))]).toEqual([{ taken: true }]);
    expect(await matches("la-primera")).toBe(false);
    await world.sql`update auth.users set email_confirmed_at = now(),
      encrypted_password = extensions.crypt('la-primera', extensions.gen_salt('bf', 4)) where email = ${email}`;
    await signUp("la-de-mallory");
    expect(await matches("la-primera")).toBe(true);
  });

  test("is recognized by the password, even if another program hashed the owner's", async () => {
    await submit();
    await world.sql`update auth.users set encrypted_password = regexp_replace(encrypted_password, '^.2a', '$2b')
      where email = ${email}`;
    await submit();
    const [account] =
      await world.sql`select encrypted_password from auth.users where email = ${email}`;
    expect(account?.encrypted_password).toMatch(/^\$2b\$/);
    await submit({ password: "la-de-mallory" });
    const rows = await world.sql`select encrypted_password from auth.users where email = ${email}`;
    expect(rows).toEqual([{ encrypted_password: "" }]);
  });

  test("leaves no password when an administrator approves at the same time", async () => {
    const request = await submitted();
    const late = await world.as(people.admin, async (sql) => {
      await sql`select public.decide_access_request(${request.id}, 'approved')`;
      const attempt = submit({ password: "la-segunda" });
      await waitForLock(world);
      return { attempt };
    });
    await late.attempt;
    expect([await matches("la-primera"), await matches("la-segunda")]).toEqual([false, false]);
  });

  test("does not stop the approved owner from requesting a link", async () => {
    const request = await submitted();
    await decide(request.id, "approved");
    await aMinuteLater();
    await submit();
    expect(await matches("la-primera")).toBe(true);
    expect(await mailsTo(email)).toEqual(["verify-email", "access-approved", "verify-email"]);
  });

  test("gives the request a new id, so an unseen version cannot be approved", async () => {
    const seen = await submitted();
    await aMinuteLater();
    await submit();
    expect(await requestOf(email)).toMatchObject({ id: seen.id });
    await aMinuteLater();
    await submit({ name: "Autos Mallory", type: "concesionario" });
    await expect(decide(seen.id, "approved")).rejects.toThrow(
      "La solicitud no existe o ha cambiado. Revisa la lista.",
    );
    const present = await requestOf(email);
    expect(present).toMatchObject({ name: "Autos Mallory", status: "pending" });
    expect(await profileOf(present.user_id)).toMatchObject({ is_active: false });
    await decide(present.id, "approved");
    expect(await profileOf(present.user_id)).toMatchObject({ role: "concesionario" });
  });

  test("does not deadlock with an administrator's decision", async () => {
    const request = await submitted();
    await aMinuteLater();
    const late = await world.sql.begin(async (sql) => {
      await sql`select from public.access_requests where id = ${request.id} for update`;
      const attempt = submit({ password: "la-segunda" });
      await waitForLock(world);
      await sql`update auth.users set updated_at = now() where id = ${request.user_id}`;
      return { attempt };
    });
    await late.attempt;
    expect(await matches("la-primera")).toBe(false);
  });
});

describe("an unconfirmed account without a request", () => {
  const signUp = async () => {
    const [account] = await world.sql<{ id: string }[]>`
      select private.create_account(${email}, null, extensions.crypt('la-de-mallory', extensions.gen_salt('bf', 4)), 'Mallory') as id`;
    return account?.id ?? "";
  };

  test("gets its owner's request and loses a stranger's sign-up password", async () => {
    const id = await signUp();
    await submit({ type: "concesionario" });
    expect([await matches("la-de-mallory"), await matches("la-primera")]).toEqual([false, false]);
    expect(await requestOf(email)).toMatchObject({ user_id: id, name: "Ana", status: "pending" });
    expect(await mailsTo(email)).toEqual(["verify-email"]);
  });

  test("keeps an invitation and gets no request or mail", async () => {
    const id = await signUp();
    await world.sql`update auth.users set invited_at = now() where id = ${id}`;
    await submit();
    expect(await matches("la-de-mallory")).toBe(true);
    expect(await world.sql`select from public.access_requests where user_id = ${id}`).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("keeps its password if it is active or was used, and gets no request", async () => {
    const id = await signUp();
    await world.sql`update public.profiles set is_active = true where id = ${id}`;
    await world.sql`update auth.users set last_sign_in_at = now() where id = ${id}`;
    await submit();
    expect(await matches("la-de-mallory")).toBe(true);
    await world.sql`update auth.users set last_sign_in_at = null where id = ${id}`;
    await submit();
    expect([await matches("la-de-mallory"), await matches("la-primera")]).toEqual([false, false]);
    expect(await world.sql`select from public.access_requests where user_id = ${id}`).toEqual([]);
  });
});

test("20 submits by an owner keep the password, a stranger's submit removes it", async () => {
  await Promise.all(Array.from({ length: 20 }, () => submit()));
  expect(await matches("la-primera")).toBe(true);
  const another = { email: `otra-${email}`, phone: `8${phone}` };
  const passwords = ["la-primera", "la-de-mallory"];
  await Promise.all(
    [...passwords, ...passwords].map((password) => submit({ ...another, password })),
  );
  const rows =
    await world.sql`select encrypted_password from auth.users where email = ${another.email}`;
  expect(rows).toEqual([{ encrypted_password: "" }]);
});

test("two applicants with the same phone do not block each other", async () => {
  const other = `otra-${email}`;
  await world.as("service", async (sql) => {
    await sql`select public.submit_access_request('Ana', ${phone}, ${email}, 'vendedor', null, 'una-clave')`;
    await submit({ email: other });
  });
  expect(await requestOf(email)).toMatchObject({ phone });
  expect(await requestOf(other)).toMatchObject({ phone });
});

test("a form costs the same number of hashes for known and new addresses (threat 20)", async () => {
  await submitted();
  const countHashes = (address: string) =>
    world.sql.begin(async (sql) => {
      await sql`set local track_functions = 'all'`;
      const count = async () => {
        const [row] = await sql<{ calls: number }[]>`
          select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions
          where funcname = 'crypt'`;
        return row?.calls ?? 0;
      };
      const before = await count();
      await sql`select public.submit_access_request(p_name => 'Ana', p_phone => ${`9${phone}`},
        p_email => ${address}, p_account_type => 'vendedor', p_message => null,
        p_password => 'otra-clave')`;
      return (await count()) - before;
    });
  const known = await countHashes(email);
  expect(known).toBeGreaterThan(0);
  expect(await countHashes(`nueva-${email}`)).toBe(known);
});
