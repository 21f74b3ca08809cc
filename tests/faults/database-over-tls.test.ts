import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { startMailCatcher } from "#backend-tests/support/mail.ts";
import type { Certificate, ExternalPostgres } from "#tests/support/external-postgres.ts";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
import { createDealership } from "#tests/support/people.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { startPreparedPostgres } from "./prepared-folder.ts";
import { runOperator } from "./run-operator.ts";

const secret = "the secret of a server with a TLS-only PostgreSQL";

let postgres: ExternalPostgres;
let folder: DataFolder;
let authority: string;
beforeAll(async () => {
  const certificate = await certify([{ type: 7, ip: "127.0.0.1" }]);
  postgres = await startPreparedPostgres(certificate);
  folder = createDataFolder();
  authority = join(folder.path, "authority.pem");
  writeFileSync(authority, certificate.cert);
});
afterAll(async () => {
  folder.remove();
  await postgres.stop();
});

type Names = NonNullable<Parameters<typeof generate>[1]>["extensions"];

async function certify(altNames: { type: 7; ip: string }[]): Promise<Certificate> {
  const extensions: Names = [
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames },
  ];
  const { cert, private: key } = await generate([{ name: "commonName", value: "db" }], {
    extensions,
  });
  return { cert, key };
}

/** The database URL with these TLS parameters. */
function addressWith(parameters: Record<string, string>, host = "127.0.0.1"): string {
  const url = new URL(postgres.ownerUrl);
  url.hostname = host;
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

describe("an operator's PostgreSQL that requires TLS, with its own certificate", () => {
  test.each(["require", "verify-ca", "verify-full"])(
    "a dealer's site works with sslmode=%s, from pages to mails and backups",
    async (sslmode) => {
      const port = await findFreePort();
      const mails = await startMailCatcher(port);
      const environment = {
        DATABASE_URL: addressWith({
          sslmode,
          connect_timeout: "10",
          ...(sslmode === "require" ? {} : { sslrootcert: authority }),
        }),
        JWT_SECRET: secret,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      };
      const server = await folder.start(environment);
      const [anonKey, serviceKey] = await Promise.all([
        makeApiKey(secret, "anon"),
        makeApiKey(secret, "service_role"),
      ]);
      const dealer = await createDealership({
        url: server.url,
        anonKey,
        sql: postgres.sql,
        service: () => createTestClient(server.url, serviceKey),
      });
      const answer = await postLead({ url: server.url, anonKey }, makeInquiry(dealer));
      expect(answer.status).toBe(200);
      await expect.poll(() => mails.received.length).toBeGreaterThan(0);
      const used = await postgres.sql`
        select distinct split_part(usename, '_', 1) as role, ssl
        from pg_stat_ssl join pg_stat_activity using (pid)
        where usename ~ '^(vitrina_owner|authenticator_)' order by role`;
      expect(used).toEqual([
        { role: "authenticator", ssl: true },
        { role: "vitrina", ssl: true },
      ]);
      const file = join(folder.path, `${sslmode}.tar.zst`);
      expect(
        await runOperator("backup", [file], { ...environment, DATA_DIR: folder.path }),
      ).toMatchObject({
        code: 0,
        stderr: "",
      });
      server.child.kill("SIGTERM");
      await server.ended;
      await mails.stop();
    },
  );

  test.each<[string, string, Record<string, string>, string, RegExp]>([
    [
      "an unknown certificate authority",
      "127.0.0.1",
      { sslmode: "verify-full" },
      "",
      /self-signed/,
    ],
    [
      "a certificate for another host name",
      "localhost",
      { sslmode: "verify-full" },
      "known",
      /altnames/,
    ],
    [
      "a certificate of another authority",
      "127.0.0.1",
      { sslmode: "require" },
      "other",
      /self-signed/,
    ],
    ["TLS turned off", "127.0.0.1", { sslmode: "disable" }, "", /no encryption/],
    ["an sslmode without guarantees", "127.0.0.1", { sslmode: "prefer" }, "", /sslmode must be/],
    ["a missing certificate file", "127.0.0.1", { sslmode: "require" }, "missing", /ENOENT/],
  ])(
    "an operator gets the reason when the site cannot connect: %s",
    async (_kind, host, parameters, trusted, reason) => {
      const other = join(folder.path, "other.pem");
      writeFileSync(other, (await certify([{ type: 7, ip: "127.0.0.1" }])).cert);
      const sslrootcert = { known: authority, other, missing: join(folder.path, "none.pem") }[
        trusted
      ];
      const DATABASE_URL = addressWith(
        { ...parameters, ...(sslrootcert ? { sslrootcert } : {}) },
        host,
      );
      const ending = await folder.startExpectingFailure({ DATABASE_URL, JWT_SECRET: secret });
      expect(ending.code).toBe(1);
      expect(ending.stderr).toMatch(/^DATABASE_URL \(.*\) cannot be reached: .*\n$/);
      expect(ending.stderr).toMatch(reason);
    },
  );
});
