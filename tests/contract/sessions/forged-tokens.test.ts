import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { createDealership, type Person } from "#tests/support/people.ts";
import { type Call, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
afterAll(() => server.stop());

const vehicle = (model: string, owner: Person) => ({
  user_id: owner.id,
  brand: "Kia",
  model,
  year: 2020,
});

const rowsOf = async (owner: Person) => [
  ...(await server.sql`select * from public.vehicles where user_id = ${owner.id} order by id`),
];

/** Sends a bare request with a token; returns the status. */
const send = async (token: string, path: string, call?: Call) =>
  (await sendAs(server, token, path, call)).status;

/** Every kind of write that a dealership's token could do through REST. */
async function writeWith(token: string, owner: Person) {
  const mine = `/rest/v1/vehicles?user_id=eq.${owner.id}`;
  const merge = { prefer: "resolution=merge-duplicates" };
  return [
    await send(token, "/rest/v1/vehicles", { body: vehicle("Nuevo", owner) }),
    await send(token, "/rest/v1/vehicles", { body: vehicle("Nuevo", owner), headers: merge }),
    await send(token, mine, { method: "PATCH", body: { price: "1" } }),
    await send(token, mine, { method: "DELETE" }),
  ];
}

describe("threat 26: a forged token", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hmac = (text: string, secret: string) =>
    `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;

  test("an attacker cannot write with it in rest, storage or auth; the dealer can", async () => {
    const owner = await createDealership(server);
    const genuine = await tokenOf(owner);
    const [head = "", body = "", signature = ""] = genuine.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const jwk = publicKey.export({ format: "jwk" });
    const rsa = `${encode({ alg: "RS256", typ: "JWT", jwk, kid: "1" })}.${body}`;
    const forged = {
      "no algorithm": `${encode({ alg: "none", typ: "JWT" })}.${body}.`,
      "no algorithm and the old signature": `${encode({ alg: "nOnE" })}.${body}.${signature}`,
      "a key of its own": `${rsa}.${sign("sha256", Buffer.from(rsa), privateKey).toString("base64url")}`,
      "a public key as secret": hmac(`${head}.${body}`, pem),
      "the anon key as secret": hmac(`${head}.${body}`, server.anonKey),
      "an empty secret": hmac(`${head}.${body}`, ""),
      "another role": `${head}.${encode({ ...claims, role: "service_role" })}.${signature}`,
      "another person": `${head}.${encode({ ...claims, sub: admin.id })}.${signature}`,
    };
    await send(genuine, "/rest/v1/vehicles", { body: vehicle("Propio", owner) });
    const before = await rowsOf(owner);
    for (const [name, token] of Object.entries(forged)) {
      const list = "/storage/v1/object/list/vehicle_images";
      const prefix = { body: { prefix: owner.id } };
      const metadata = { method: "PUT", body: { data: { theme: "robado" } } };
      expect([
        name,
        ...(await writeWith(token, owner)),
        await send(token, list, prefix),
        await send(token, "/auth/v1/user", metadata),
      ]).toEqual([name, 401, 401, 401, 401, 400, 403]);
    }
    expect(await rowsOf(owner)).toEqual(before);
    const [user] =
      await server.sql`select raw_user_meta_data as data from auth.users where id = ${owner.id}`;
    expect(user?.data).toEqual({ full_name: owner.fullName });
    expect(await writeWith(genuine, owner)).toEqual([201, 201, 204, 204]);
  });

  test("a visitor who sends the anon key as a person's token cannot write", async () => {
    const before = await rowsOf(dealer);
    expect(await writeWith(server.anonKey, dealer)).toEqual([401, 401, 401, 401]);
    const user = await callAuth(server, "user", { method: "GET", token: server.anonKey });
    expect([user.status, user.body?.code]).toEqual([403, "bad_jwt"]);
    expect(await rowsOf(dealer)).toEqual(before);
    expect(await send(server.anonKey, "/rest/v1/vehicles?select=id")).toBe(200);
  });
});

describe("threat 26: a token that was never issued, or has expired", () => {
  test.each([
    ["is not signed", () => token({ alg: "none" }, claimsOf(dealer), "")],
    [
      "is signed with another secret",
      () => token({ alg: "HS256" }, claimsOf(dealer), "x".repeat(32)),
    ],
    ["names another algorithm", () => token({ alg: "HS512" }, claimsOf(dealer), server.jwtSecret)],
    [
      "has no expiry",
      () => token({ alg: "HS256" }, { ...claimsOf(dealer), exp: undefined }, server.jwtSecret),
    ],
    [
      "names a role that does not exist",
      () => token({ alg: "HS256" }, { ...claimsOf(dealer), role: "postgres" }, server.jwtSecret),
    ],
    [
      "belongs to a session that never existed",
      () =>
        token(
          { alg: "HS256" },
          { ...claimsOf(dealer), session_id: crypto.randomUUID() },
          server.jwtSecret,
        ),
    ],
    [
      "names a person without a session",
      () => token({ alg: "HS256" }, claimsOf(dealer), server.jwtSecret),
    ],
    ["is not a JWT", () => "abc"],
  ])("that %s gets 401 PGRST301", async (_, make) => {
    const response = await ask("profiles?select=email", { authorization: `Bearer ${make()}` });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST301" });
    expect(response.headers.get("www-authenticate")).toContain("invalid_token");
  });

  test("that has expired gets 401 PGRST303", async () => {
    const spent = token(
      { alg: "HS256" },
      { ...claimsOf(dealer), exp: 1_000_000_000 },
      server.jwtSecret,
    );
    const response = await ask("profiles", { authorization: `Bearer ${spent}` });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST303", message: "JWT expired" });
  });
});

function ask(path: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/rest/v1/${path}`, {
    headers: { apikey: server.anonKey, ...headers },
  });
}

function claimsOf({ id }: Person): Record<string, unknown> {
  return {
    sub: id,
    role: "authenticated",
    aud: "authenticated",
    exp: Math.floor(Date.now() / 1000) + 600,
  };
}

function token(
  header: Record<string, string>,
  payload: Record<string, unknown>,
  secret: string,
): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const hash = header.alg === "HS512" ? "sha512" : "sha256";
  const signature = secret === "" ? "" : createHmac(hash, secret).update(text).digest("base64url");
  return `${text}.${signature}`;
}
