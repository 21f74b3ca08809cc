import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trySignIn } from "#backend-tests/support/accounts.ts";
import { createSalesperson } from "#tests/support/people.ts";
import { findRequest, submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const password = "clave-propia";

beforeAll(async () => {
  server = await startTestServer({ signup: "open" });
});
afterAll(() => server.stop());

/** Submits an access request that its applicant never confirms. */
async function ask() {
  const typed = makeAccessRequest();
  await submitRequest(server, typed);
  const { user_id, phone } = await findRequest(server, typed.email);
  return { email: typed.email, phone, stranger: user_id ?? "", password: typed.password };
}

const service = () => server.service().auth.admin;
const holderOf = async (email: string) =>
  (await server.sql`select id from auth.users where email = ${email}`)[0]?.id;
const findRequests = (email: string) =>
  server.sql`select status from public.access_requests where email = ${email}`;

describe("the service, after a stranger applied with another person's e-mail and phone,", () => {
  test("creates an account with both and removes the request", async () => {
    const { email, phone, stranger } = await ask();
    const { data, error } = await service().createUser({ email, phone, password });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, phone });
    expect(await holderOf(email)).toBe(data.user?.id);
    expect(data.user?.id).not.toBe(stranger);
    expect(await findRequests(email)).toEqual([]);
  });

  test("gives the e-mail to an existing account", async () => {
    const { email } = await ask();
    const { id } = await createSalesperson(server, undefined);
    const { error } = await service().updateUserById(id, { email, email_confirm: true });
    expect(error).toBeNull();
    expect(await holderOf(email)).toBe(id);
    expect(await findRequests(email)).toEqual([]);
  });

  test("invites the owner of the address to a new account", async () => {
    const { email, stranger } = await ask();
    const { data, error } = await service().inviteUserByEmail(email);
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(stranger);
    expect(data.user?.user_metadata).toEqual({});
    expect(await findRequests(email)).toEqual([]);
  });

  test("cannot use the e-mail once its owner has confirmed the request", async () => {
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

  test("creates an account with a phone that a stranger signed up with, unapproved", async () => {
    const { phone } = makeAccessRequest();
    const digits = `1${phone.replaceAll(/\D/g, "")}`;
    await server.anonymous().auth.signUp({ phone: digits, password: "clave-ajena" });
    const { data, error } = await service().createUser({ phone: digits, password });
    expect(error).toBeNull();
    const rows = await server.sql`select id from auth.users where phone = ${digits}`;
    expect(rows).toEqual([{ id: data.user?.id }]);
  });
});

test("an unconfirmed request does not block the first administrator", async () => {
  const fresh = await startTestServer({ signup: "open" });
  const typed = makeAccessRequest();
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
