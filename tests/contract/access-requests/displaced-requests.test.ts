import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { createSalesperson } from "#tests/support/people.ts";
import { findRequest, submitRequest, typeRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const password = "clave-propia";

beforeAll(async () => {
  server = await startTestServer({ signup: "open" });
});
afterAll(() => server.stop());

/** A stranger's request for access that nobody has confirmed. */
async function ask() {
  const typed = typeRequest();
  await submitRequest(server, typed);
  const { user_id, phone } = await findRequest(server, typed.email);
  return { email: typed.email, phone, stranger: user_id ?? "", password: typed.password };
}

const service = () => server.service().auth.admin;
const holderOf = async (email: string) =>
  (await server.sql`select id from auth.users where email = ${email}`)[0]?.id;
const findRequests = (email: string) =>
  server.sql`select status from public.access_requests where email = ${email}`;

describe("the service, where a stranger has asked for access with somebody's e-mail and phone,", () => {
  test("opens an account with both, and nothing is left of the request", async () => {
    const { email, phone, stranger } = await ask();
    const { data, error } = await service().createUser({ email, phone, password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, phone });
    expect(await holderOf(email)).toBe(data.user?.id);
    expect(data.user?.id).not.toBe(stranger);
    expect(await findRequests(email)).toEqual([]);
  });

  test("gives the e-mail to an account that is there", async () => {
    const { email } = await ask();
    const { id } = await createSalesperson(server, undefined);
    const { error } = await service().updateUserById(id, { email, email_confirm: true });
    expect(error).toBeNull();
    expect(await holderOf(email)).toBe(id);
    expect(await findRequests(email)).toEqual([]);
  });

  test("invites its owner, whose account is none of the stranger's making", async () => {
    const { email, stranger } = await ask();
    const { data, error } = await service().inviteUserByEmail(email);
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(stranger);
    expect(data.user?.user_metadata).toEqual({});
    expect(await findRequests(email)).toEqual([]);
  });

  test("hears that the e-mail is taken once its owner has confirmed the request", async () => {
    const { email, stranger } = await ask();
    await server.sql`update auth.users set email_confirmed_at = now() where id = ${stranger}`;
    const created = await service().createUser({ email, password, email_confirm: true });
    expect(created.error).toMatchObject({ status: 422, code: "email_exists" });
    const { id } = await createSalesperson(server, undefined);
    expect((await service().updateUserById(id, { email })).error).toMatchObject({
      code: "email_exists",
    });
    expect(await holderOf(email)).toBe(stranger);
    expect(await findRequests(email)).toEqual([{ status: "pending" }]);
  });

  test("opens an account with a phone of an open sign-up that nobody was let in with", async () => {
    const { phone } = typeRequest();
    const digits = `1${phone.replaceAll(/\D/g, "")}`;
    await server.anonymous().auth.signUp({ phone: digits, password: "clave-ajena" });
    const { data, error } = await service().createUser({ phone: digits, password });
    expect(error).toBeNull();
    const rows = await server.sql`select id from auth.users where phone = ${digits}`;
    expect(rows).toEqual([{ id: data.user?.id }]);
  });
});

test("the first administrator is barred by no request that a stranger made before", async () => {
  const fresh = await startTestServer({ signup: "open" });
  const typed = typeRequest();
  await submitRequest(fresh, typed);
  await fresh.anonymous().auth.signUp({ phone: "5550001000", password: "clave-ajena" });
  const data = { role: "admin", full_name: "Ada" };
  const byPhone = await fresh
    .anonymous()
    .auth.signUp({ phone: "5550001000", password, options: { data } });
  expect(byPhone.error).toBeNull();
  expect(await trySignIn(fresh, { phone: "5550001000", password })).toBe("signed in");
  await fresh.stop();
});
