import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createIdentity, makeApiKey } from "./index.ts";

const jwtSecret = "a-secret-that-is-long-enough-for-hs256";
const identity = createIdentity({ jwtSecret, siteUrl: "https://notes.test" });
const person = {
  sub: "11111111-1111-4111-8111-111111111111",
  role: "authenticated",
  session_id: "22222222-2222-4222-8222-222222222222",
  aal: "aal1",
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const inOneHour = () => Math.floor(Date.now() / 1000) + 3600;

describe("identity", () => {
  it("returns the role and claims that it signed, with issuer and times", async () => {
    const { role, claims } = await identity.verify(await identity.sign(person, 3600));
    expect(role).toBe("authenticated");
    expect(claims).toMatchObject({ ...person, iss: "https://notes.test/auth/v1" });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  });

  it("distinguishes an expired token from an invalid one", async () => {
    await expect(identity.verify(await identity.sign(person, -1))).rejects.toMatchObject({
      code: "token_expired",
    });
    await expect(identity.verify("not.a.jwt")).rejects.toMatchObject({ code: "bad_jwt" });
    await expect(identity.verify("")).rejects.toMatchObject({ code: "bad_jwt" });
  });

  it("rejects an unsigned token", async () => {
    const body = encode({ ...person, role: "service_role", exp: inOneHour() });
    for (const alg of ["none", "None", "NONE", "HS256"]) {
      const token = `${encode({ alg, typ: "JWT" })}.${body}.`;
      await expect(identity.verify(token), alg).rejects.toMatchObject({ code: "bad_jwt" });
    }
  });

  it("rejects another secret, another HMAC and a public-key signature", async () => {
    const claims = { ...person, exp: inOneHour() };
    const bytes = (secret: string) => new TextEncoder().encode(secret);
    const otherSecret = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .sign(bytes("some-other-secret-that-is-long-enough"));
    const otherHmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS512" })
      .sign(bytes(jwtSecret.repeat(3)));
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const head = `${encode({ alg: "RS256", typ: "JWT", jwk: {} })}.${encode(claims)}`;
    const rsa = `${head}.${signBytes("sha256", Buffer.from(head), privateKey).toString("base64url")}`;
    for (const token of [otherSecret, otherHmac, rsa]) {
      await expect(identity.verify(token)).rejects.toMatchObject({ code: "bad_jwt" });
    }
  });

  it("rejects a non-canonical encoding of the signature", async () => {
    const token = await identity.sign(person, 3600);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const others = [...alphabet].map((sign) => token.slice(0, -1) + sign);
    for (const other of [...others, `${token}=`, `${token}\n`].filter((text) => text !== token)) {
      await expect(identity.verify(other), other).rejects.toMatchObject({ code: "bad_jwt" });
    }
    await expect(identity.verify(token)).resolves.toMatchObject({ role: "authenticated" });
  });

  it("rejects an unknown role and a user without an id", async () => {
    const bad = [
      { ...person, role: "postgres" },
      { ...person, role: undefined },
      { ...person, sub: undefined },
      { ...person, sub: "1; drop table" },
      { ...person, session_id: "x" },
    ];
    for (const claims of bad) {
      const token = await identity.sign(claims, 60);
      await expect(identity.verify(token)).rejects.toMatchObject({ code: "bad_jwt" });
    }
  });

  it("derives the same API key from the same secret, with a role and no user", async () => {
    const anon = await makeApiKey(jwtSecret, "anon");
    expect(await makeApiKey(jwtSecret, "anon")).toBe(anon);
    const { role, claims } = await identity.verify(anon);
    expect(role).toBe("anon");
    expect(claims.sub).toBeUndefined();
    const service = await identity.verify(await makeApiKey(jwtSecret, "service_role"));
    expect(service.role).toBe("service_role");
  });
});
