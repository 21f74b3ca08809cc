import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { invoke } from "#tests/support/requests.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
let vendedor: Person;
let newPassword: string;
let newEmail: string;

beforeEach(async () => {
  vendedor = await createSalesperson(server, dealer.id);
  const mark = randomBytes(4).toString("hex");
  newPassword = `nueva-${mark}`;
  newEmail = `nueva-${mark}@example.com`;
});
afterAll(() => server.stop());

type Client = Person["client"];

const setPassword = (by: Client, userId: string, password = newPassword) =>
  invoke(by, "update-user-password-by-admin", { userId, newPassword: password });

const setEmail = (by: Client, userId: string, email = newEmail) =>
  invoke(by, "update-user-email-by-admin", { userId, newEmail: email });

const signsIn = (email: string, password: string) => trySignIn(server, { email, password });

const success = { status: 200, body: { success: true } };

describe("a new password", () => {
  test("set by the dealership replaces the salesperson's and ends their sessions", async () => {
    const idle = server.anonymous();
    await idle.auth.signInWithPassword(vendedor);
    expect(await setPassword(dealer.client, vendedor.id)).toEqual(success);
    expect(await signsIn(vendedor.email, newPassword)).toBe("signed in");
    expect(await signsIn(vendedor.email, vendedor.password)).toBe("invalid_credentials");
    for (const client of [vendedor.client, idle]) {
      expect((await client.from("vehicles").select("id")).status).toBe(401);
      expect((await client.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
    }
    expect((await dealer.client.from("vehicles").select("id")).status).toBe(200);
  });

  test("can be set by an administrator for a dealership or another administrator", async () => {
    for (const person of [await createDealership(server), await createAdmin(server)]) {
      expect(await setPassword(admin.client, person.id)).toEqual(success);
      expect(await signsIn(person.email, newPassword)).toBe("signed in");
    }
  });

  test("set by an administrator for themselves keeps the current session", async () => {
    const self = await createAdmin(server);
    const elsewhere = server.anonymous();
    await elsewhere.auth.signInWithPassword(self);
    expect(await setPassword(self.client, self.id)).toEqual(success);
    expect((await self.client.auth.getUser()).data.user?.id).toBe(self.id);
    expect((await elsewhere.from("profiles").select("id")).status).toBe(401);
  });

  test("set while impersonating is logged without the password or its hash", async () => {
    const { data } = await admin.client.functions.invoke("update-user-password-by-admin", {
      body: { userId: vendedor.id, newPassword },
      headers: { "x-impersonated-user": dealer.id },
    });
    expect(data).toEqual({ success: true });
    const lines = await admin.client
      .from("audit_log")
      .select("actor_id, impersonated_id, table_name, difference")
      .eq("row_id", vendedor.id);
    expect(lines.data).toEqual([
      {
        actor_id: admin.id,
        impersonated_id: dealer.id,
        table_name: "users",
        difference: { password: { old: "******", new: "******" } },
      },
    ]);
  });

  test.each([
    ["12345", "La contraseña debe tener al menos 6 caracteres."],
    ["x".repeat(73), "La contraseña puede tener como máximo 72 caracteres."],
    ["nulo\0nulo", "La contraseña contiene caracteres que no se admiten."],
  ])("%j is rejected with a field error, and the old one still works", async (password, error) => {
    expect(await setPassword(dealer.client, vendedor.id, password)).toEqual({
      status: 200,
      body: { error, field: "newPassword" },
    });
    expect(await signsIn(vendedor.email, vendedor.password)).toBe("signed in");
  });
});

describe("a new e-mail", () => {
  test("set by the dealership applies immediately, and the salesperson stays signed in", async () => {
    expect(await setEmail(dealer.client, vendedor.id)).toEqual(success);
    expect(await signsIn(newEmail, vendedor.password)).toBe("signed in");
    expect(await signsIn(vendedor.email, vendedor.password)).toBe("invalid_credentials");
    const { data } = await vendedor.client.auth.getUser();
    expect(data.user).toMatchObject({ email: newEmail, email_confirmed_at: expect.any(String) });
    const [profile] = await server.sql`select email from public.profiles where id = ${vendedor.id}`;
    expect(profile).toEqual({ email: newEmail });
  });

  test("can be set by an administrator for any account", async () => {
    const person = await createDealership(server);
    expect(await setEmail(admin.client, person.id)).toEqual(success);
    expect(await signsIn(newEmail, person.password)).toBe("signed in");
  });

  test("that is taken or invalid is rejected with a field error", async () => {
    expect(await setEmail(dealer.client, vendedor.id, admin.email.toUpperCase())).toEqual({
      status: 200,
      body: { error: "Ya existe una cuenta con este correo electrónico.", field: "newEmail" },
    });
    expect(await setEmail(dealer.client, vendedor.id, "ana@")).toEqual({
      status: 200,
      body: { error: "El correo electrónico no es válido.", field: "newEmail" },
    });
    expect(await signsIn(vendedor.email, vendedor.password)).toBe("signed in");
  });

  test("given to five people concurrently goes to one of them", async () => {
    const team = await Promise.all(
      Array.from({ length: 5 }, () => createSalesperson(server, dealer.id)),
    );
    const answers = await Promise.all(team.map(({ id }) => setEmail(admin.client, id)));
    expect(answers.filter(({ body }) => JSON.stringify(body).includes("success"))).toHaveLength(1);
    const rows = await server.sql`select 1 from auth.users where email = ${newEmail}`;
    expect(rows).toHaveLength(1);
  });

  test("set while impersonating is logged", async () => {
    await admin.client.functions.invoke("update-user-email-by-admin", {
      body: { userId: vendedor.id, newEmail },
      headers: { "x-impersonated-user": dealer.id },
    });
    const lines =
      await server.sql`select difference from public.audit_log where row_id = ${vendedor.id}`;
    expect(lines).toEqual([{ difference: { email: { old: vendedor.email, new: newEmail } } }]);
  });
});

describe.each([
  [
    "password",
    setPassword,
    "update_user_password_by_admin",
    "No tienes permiso para cambiar la contraseña de esta cuenta.",
  ],
  [
    "e-mail",
    setEmail,
    "update_user_email_by_admin",
    "No tienes permiso para cambiar el correo electrónico de esta cuenta.",
  ],
])(
  "another person's %s",
  (_what, change: (by: Client, userId: string) => Promise<unknown>, rpc, error) => {
    const forbidden = { status: 403, body: { error } };
    const expectUnchanged = async (...people: Person[]) => {
      for (const { email, password } of people) {
        expect(await signsIn(email, password)).toBe("signed in");
      }
    };

    test("cannot be changed by a salesperson, another dealership, visitor or service key", async () => {
      const rival = await createDealership(server);
      const colleague = await createSalesperson(server, dealer.id);
      for (const by of [rival, colleague, vendedor]) {
        expect(await change(by.client, vendedor.id)).toEqual(forbidden);
      }
      expect(await change(server.service(), vendedor.id)).toEqual(forbidden);
      expect(await change(server.anonymous(), vendedor.id)).toMatchObject({ status: 401 });
      await expectUnchanged(vendedor);
    });

    test("cannot be changed by a dealership outside its own team", async () => {
      const rival = await createDealership(server);
      const rivalSalesperson = await createSalesperson(server, rival.id);
      const unassigned = await createSalesperson(server, undefined);
      const others = [admin, rival, rivalSalesperson, unassigned];
      for (const { id } of others) expect(await change(dealer.client, id)).toEqual(forbidden);
      await expectUnchanged(...others);
    });

    test("cannot be changed through REST by rivals, the salesperson or a visitor", async () => {
      const rival = await createDealership(server);
      const args = {
        p_user_id: vendedor.id,
        [rpc.includes("password") ? "p_new_password" : "p_new_email"]: newEmail,
      };
      const statuses = [rival.client, vendedor.client, server.service(), server.anonymous()].map(
        async (client) => (await client.rpc(rpc, args)).status,
      );
      expect(await Promise.all(statuses)).toEqual([403, 403, 403, 401]);
      await expectUnchanged(vendedor);
    });

    test("cannot be changed with the unexpired token of a closed account", async () => {
      const retired = await createAdmin(server);
      await server.sql`update public.profiles set is_active = false where id = ${retired.id}`;
      expect(await change(retired.client, vendedor.id)).toEqual({
        status: 403,
        body: { error: "Tu cuenta no está activa." },
      });
      await expectUnchanged(vendedor);
    });

    test("cannot be changed before the second factor is verified", async () => {
      const careful = await createAdmin(server);
      await server.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (gen_random_uuid(), ${careful.id}, 'totp', 'verified')`;
      expect(await change(careful.client, vendedor.id)).toEqual({
        status: 403,
        body: { error: "Inicia sesión con tu segundo factor de verificación para hacer cambios." },
      });
      await expectUnchanged(vendedor);
    });

    test("of an unknown account returns not found to an administrator, 403 to a dealership", async () => {
      const unknownId = crypto.randomUUID();
      expect(await change(admin.client, unknownId)).toEqual({
        status: 200,
        body: { error: "El usuario no existe.", field: "userId" },
      });
      expect(await change(dealer.client, unknownId)).toEqual(forbidden);
      expect(await change(admin.client, "1")).toEqual({
        status: 200,
        body: { error: "El usuario no es válido.", field: "userId" },
      });
    });
  },
);
