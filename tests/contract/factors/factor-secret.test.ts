import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type EnrolledFactor,
  enrolFactor,
  nextCode,
} from "#backend-tests/support/second-factor.ts";
import { createAdmin, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

const run = promisify(execFile);

let server: TestServer;
let person: Person;
let factor: EnrolledFactor;

beforeAll(async () => {
  server = await startTestServer();
  person = await createAdmin(server);
  factor = await enrolFactor(person);
});
afterAll(() => server.stop());

/** Runs the script as an operator does, with a server's settings. */
function unseal(jwtSecret: string) {
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: server.vitrina.database.ownerUrl, JWT_SECRET: jwtSecret };
  return run(process.execPath, ["scripts/unseal-factors.ts"], {
    env: { ...env, DATA_DIR: server.dataDir },
  });
}

const stored = async () => {
  const [row] = await server.sql<{ secret: string }[]>`
    select secret from auth.mfa_factors where id = ${factor.id}`;
  return row?.secret;
};

const verify = async () => {
  const code = await nextCode(server, factor);
  return person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
};

describe("an operator who moves to GoTrue", () => {
  test("cannot decrypt the app secrets with another JWT_SECRET, and none changes", async () => {
    const before = await stored();
    await expect(unseal("otro-secreto-de-al-menos-treinta-y-dos")).rejects.toThrow(
      /sealed under another JWT_SECRET/,
    );
    expect(await stored()).toBe(before);
  });

  test("decrypts app secrets with the server's JWT_SECRET, and the app keeps working", async () => {
    expect((await unseal(server.jwtSecret)).stdout).toBe("1 secrets unsealed\n");
    expect(await stored()).toBe(factor.secret);
    expect((await verify()).error).toBeNull();
    expect((await unseal(server.jwtSecret)).stdout).toBe("0 secrets unsealed\n");
  });

  test("gets a server error after losing the JWT_SECRET, and no code is accepted", async () => {
    const sealed = JSON.stringify({
      key_id: "vitrina-000000000000",
      alg: "aes-gcm-hkdf",
      data: "AAAA",
      nonce: "AAAAAAAAAAAAAAAA",
    });
    await server.sql`update auth.mfa_factors set secret = ${sealed} where id = ${factor.id}`;
    expect((await verify()).error).toMatchObject({ status: 500 });
  });
});
