import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { unusedPhone } from "#backend-tests/support/phones.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
let typed: { email: string; password: string; fullName: string };

beforeEach(() => {
  const mark = randomBytes(4).toString("hex");
  typed = {
    email: `Nueva-${mark}@Example.com`,
    password: `clave-${mark}`,
    fullName: `Valeria Núñez ${mark}`,
  };
});
afterAll(() => server.stop());

type Client = Person["client"];

const addSalesperson = (by: Client, changes: Record<string, unknown> = {}) =>
  invoke(by, "create-salesperson", { ...typed, ...changes });

const openAccount = (by: Client, changes: Record<string, unknown> = {}) =>
  invoke(by, "create-user-by-admin", { ...typed, role: "vendedor", ...changes });

const success = { status: 200, body: { success: true, userId: expect.any(String) } };
const notAuthenticated = { status: 401, body: { error: "Not authenticated" } };

const findAccounts = (email: string) =>
  server.sql`select u.id, p.role, p.is_active, p.dealership_id, p.public_slug, p.full_name
    from auth.users u join public.profiles p using (id) where u.email = ${email.toLowerCase()}`;

const signsIn = (way: { email: string } | { phone: string }) =>
  trySignIn(server, { ...way, password: typed.password });

describe("a dealership", () => {
  test("adds a salesperson who can sign in, see the inventory and has a card", async () => {
    const answer = await addSalesperson(dealer.client);
    expect(answer).toEqual(success);
    const [account] = await findAccounts(typed.email);
    expect(account).toMatchObject({
      role: "vendedor",
      is_active: true,
      dealership_id: dealer.id,
      full_name: typed.fullName,
    });
    const newcomer = server.anonymous();
    const { data } = await newcomer.auth.signInWithPassword(typed);
    expect(data.user?.id).toBe(account?.id);
    const { data: profile } = await newcomer
      .from("profiles")
      .select("full_name, dealership:dealership_id(full_name)")
      .eq("id", account?.id)
      .single();
    expect(profile).toEqual({
      full_name: typed.fullName,
      dealership: { full_name: dealer.fullName },
    });
    const { data: page } = await server
      .anonymous()
      .from("profiles")
      .select("full_name")
      .eq("public_slug", account?.public_slug)
      .single();
    expect(page).toEqual({ full_name: typed.fullName });
  });

  test("adds a salesperson with a phone, who signs in by phone or e-mail", async () => {
    const phone = unusedPhone();
    const written = `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
    expect(await addSalesperson(dealer.client, { phone: written })).toEqual(success);
    expect(await signsIn({ phone: `1${phone}` })).toBe("signed in");
    expect(await signsIn({ email: typed.email })).toBe("signed in");
  });

  test("who submits twenty times concurrently adds one salesperson", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => addSalesperson(dealer.client)),
    );
    const taken = {
      status: 200,
      body: { error: "Ya existe una cuenta con este correo electrónico.", field: "email" },
    };
    const winners = answers.filter(({ body }) => JSON.stringify(body).includes("success"));
    expect(winners).toEqual([success]);
    expect(answers.filter((answer) => !winners.includes(answer))).toEqual(
      Array.from({ length: 19 }, () => taken),
    );
    expect(await findAccounts(typed.email)).toHaveLength(1);
    const ways =
      await server.sql`select 1 from auth.identities where email = ${typed.email.toLowerCase()}`;
    expect(ways).toHaveLength(1);
  });

  test("is rate-limited after ten in a row, and no more are added", async () => {
    const busy = await createDealership(server);
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await addSalesperson(busy.client, { email: `${turn}-${typed.email}` })).toEqual(
        success,
      );
    }
    expect(await addSalesperson(busy.client)).toEqual({
      status: 200,
      body: { error: "Has creado muchas cuentas seguidas. Espera un rato e inténtalo de nuevo." },
    });
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });

  test("gets a field error for a phone that is taken or invalid", async () => {
    const taken = await addSalesperson(dealer.client, { phone: admin.phone });
    expect(taken.body).toEqual({
      error: "Ya existe una cuenta con este teléfono.",
      field: "phone",
    });
    const none = await addSalesperson(dealer.client, { phone: "llámame" });
    expect(none.body).toEqual({ error: "El teléfono no es válido.", field: "phone" });
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });

  test("cannot choose another role, team or state for its salesperson", async () => {
    const rival = await createDealership(server);
    const wishes = {
      role: "admin",
      dealershipId: rival.id,
      dealership_id: rival.id,
      is_active: false,
    };
    expect(await addSalesperson(dealer.client, wishes)).toEqual(success);
    expect(await findAccounts(typed.email)).toMatchObject([
      { role: "vendedor", is_active: true, dealership_id: dealer.id },
    ]);
  });
});

describe("an administrator", () => {
  test("creates accounts that can sign in: by e-mail in each role, and by phone alone", async () => {
    const { email } = typed;
    for (const role of ["vendedor", "concesionario", "admin"]) {
      typed.email = `${role}-${email}`;
      expect(await openAccount(admin.client, { role })).toEqual(success);
      expect(await findAccounts(typed.email)).toMatchObject([{ role, is_active: true }]);
      expect(await signsIn({ email: typed.email })).toBe("signed in");
    }
    const phone = unusedPhone();
    expect(await openAccount(admin.client, { email: undefined, phone })).toEqual(success);
    expect(await signsIn({ phone })).toBe("signed in");
  });

  test("puts a salesperson into a dealership", async () => {
    expect(await openAccount(admin.client, { dealershipId: dealer.id })).toEqual(success);
    expect(await findAccounts(typed.email)).toMatchObject([{ dealership_id: dealer.id }]);
  });

  test("who submits twenty times concurrently creates one account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => openAccount(admin.client, { role: "concesionario" })),
    );
    expect(answers.filter(({ body }) => JSON.stringify(body).includes("success"))).toHaveLength(1);
    expect(await findAccounts(typed.email)).toHaveLength(1);
    const pages =
      await server.sql`select 1 from public.profiles where full_name = ${typed.fullName}`;
    expect(pages).toHaveLength(1);
  });

  test("adds a salesperson while impersonating a dealership, and it is logged", async () => {
    const answer = await admin.client.functions.invoke("create-salesperson", {
      body: typed,
      headers: { "x-impersonated-user": dealer.id },
    });
    expect(answer.data).toEqual(success.body);
    expect(await findAccounts(typed.email)).toMatchObject([{ dealership_id: dealer.id }]);
    const lines = await server.sql`select difference::text from public.audit_log
      where row_id = ${answer.data.userId} and actor_id = ${admin.id} and impersonated_id = ${dealer.id}`;
    expect(lines.length).toBeGreaterThan(0);
    for (const { difference } of lines) {
      expect(difference).not.toContain(typed.password);
      expect(difference).not.toMatch(/\$2[aby]\$/);
    }
  });

  test.each([
    [{ password: "12345" }, "password", "La contraseña debe tener al menos 6 caracteres."],
    [{ fullName: "" }, "fullName", "Escribe el nombre completo."],
    [{ email: "" }, "email", "Escribe el correo electrónico o el teléfono."],
    [{ role: "jefe" }, "role", "El rol no es válido."],
    [
      { dealershipId: "00000000-0000-4000-8000-000000000000" },
      "dealershipId",
      "El concesionario elegido no existe.",
    ],
  ])("gets a field error for %j", async (changes, field, error) => {
    expect(await openAccount(admin.client, changes)).toEqual({
      status: 200,
      body: { error, field },
    });
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });

  test("gets a field error for an e-mail that is taken", async () => {
    expect(await openAccount(admin.client, { email: dealer.email })).toEqual({
      status: 200,
      body: { error: "Ya existe una cuenta con este correo electrónico.", field: "email" },
    });
  });
});

describe("a caller without the right to", () => {
  const onlyDealer = {
    status: 403,
    body: { error: "Solo un concesionario puede añadir vendedores a su equipo." },
  };
  const onlyAdmin = { status: 403, body: { error: "Solo un administrador puede crear cuentas." } };

  test("creates no account: dealer, salesperson, visitor and service key", async () => {
    const vendedor = await createSalesperson(server, dealer.id);
    expect(await addSalesperson(vendedor.client)).toEqual(onlyDealer);
    expect(await openAccount(vendedor.client)).toEqual(onlyAdmin);
    expect(await openAccount(dealer.client)).toEqual(onlyAdmin);
    for (const call of [addSalesperson, openAccount]) {
      expect(await call(server.anonymous())).toEqual(notAuthenticated);
      expect((await call(server.service())).status).toBe(403);
    }
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });

  test("creates no account through REST", async () => {
    const vendedor = await createSalesperson(server, dealer.id);
    const args = { p_password: typed.password, p_full_name: "x", p_email: typed.email };
    const refusals = [
      await vendedor.client.rpc("create_salesperson", args),
      await dealer.client.rpc("create_user_by_admin", { ...args, p_role: "admin" }),
      await server.anonymous().rpc("create_user_by_admin", { ...args, p_role: "admin" }),
      await server.service().rpc("create_salesperson", args),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 401, 403]);
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });

  test("creates no account with the unexpired token of a closed account", async () => {
    const retired = await createAdmin(server);
    const closed = await createDealership(server);
    await server.sql`update public.profiles set is_active = false where id in (${retired.id}, ${closed.id})`;
    const inactive = { status: 403, body: { error: "Tu cuenta no está activa." } };
    expect(await openAccount(retired.client)).toEqual(inactive);
    expect(await addSalesperson(closed.client)).toEqual(inactive);
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });

  test("creates no account before the second factor is verified", async () => {
    const careful = await createAdmin(server);
    const carefulDealer = await createDealership(server);
    for (const { id } of [careful, carefulDealer]) {
      await server.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
        values (gen_random_uuid(), ${id}, 'totp', 'verified')`;
    }
    const prove = {
      status: 403,
      body: { error: "Inicia sesión con tu segundo factor de verificación para hacer cambios." },
    };
    expect(await openAccount(careful.client)).toEqual(prove);
    expect(await addSalesperson(carefulDealer.client)).toEqual(prove);
    expect(await findAccounts(typed.email)).toHaveLength(0);
  });
});
