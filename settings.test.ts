import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openFactorSecret } from "#backend/auth/factors/totp.ts";
import { entryNames } from "#backend/backup/archive-format.ts";
import { fingerprintSecret } from "#backend/backup/store-secret.ts";
import { completeSettings, makeApiKey } from "#backend/http/identity/index.ts";
import { readSettings, settingNames } from "./settings.ts";

const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };

describe("settings of an S3 store", () => {
  test("a partial S3 configuration lists all missing settings", () => {
    const given = { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "fotos" };
    expect(() => readSettings(given)).toThrow(
      new Error(
        "S3_ACCESS_KEY_ID: must be given when another S3 setting is\nS3_SECRET_ACCESS_KEY: must be given when another S3 setting is",
      ),
    );
  });

  test("the S3 endpoint defaults to AWS, with the bucket in the host name", () => {
    const given = { ...key, S3_BUCKET: "fotos", S3_REGION: "eu-west-1" };
    expect(readSettings(given).s3).toMatchObject({
      endpoint: "https://s3.eu-west-1.amazonaws.com",
      forcePathStyle: false,
    });
  });

  test("another S3 endpoint has the bucket in the path by default", () => {
    const given = { ...key, S3_BUCKET: "fotos", S3_ENDPOINT: "http://minio:9000" };
    expect(readSettings(given).s3?.forcePathStyle).toBe(true);
    expect(readSettings({ ...given, S3_FORCE_PATH_STYLE: "false" }).s3?.forcePathStyle).toBe(false);
  });

  test("JWT_SECRET is required if several processes share a database", () => {
    const given = { ...key, S3_BUCKET: "fotos", DATABASE_URL: "postgres://db.example/vitrina" };
    expect(() => readSettings(given)).toThrow(
      new Error("JWT_SECRET: must be given when DATABASE_URL is, so that all processes share it"),
    );
  });

  test("an optional S3 setting alone is rejected", () => {
    for (const given of [{ S3_REGION: "eu-west-1" }, { S3_FORCE_PATH_STYLE: "true" }]) {
      expect(() => readSettings(given)).toThrow(
        "S3_BUCKET: must be given when another S3 setting is",
      );
    }
  });

  test("without S3 settings, files are stored in DATA_DIR", () => {
    expect(readSettings({}).s3).toBeUndefined();
  });
});

const reachable = ["0.0.0.0", "::", "0", "192.168.1.20", "::ffff:0.0.0.0", "localhost.example"];
const own = ["127.0.0.1", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "LOCALHOST"];

describe("SITE_URL", () => {
  test.each(reachable)("is required if HOST is %s", (HOST) => {
    expect(() => readSettings({ HOST })).toThrow(
      new Error("SITE_URL: must be given when HOST is not this machine's own address"),
    );
    expect(readSettings({ HOST, SITE_URL: "https://autos.example" }).host).toBe(HOST);
  });

  test.each([...own, ""])("is optional if HOST is '%s'", (HOST) => {
    expect(readSettings({ HOST, PORT: "3100" }).siteUrl).toBe("http://localhost:3100");
  });
});

const tokenOf = (role: string) =>
  `x.${Buffer.from(JSON.stringify({ role })).toString("base64url")}.x`;

describe("settings of a Supabase project", () => {
  const url = { SUPABASE_URL: "https://project.supabase.co/" };
  const keys = { SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x", SUPABASE_SECRET_KEY: "sb_secret_x" };
  const expectFault = (given: Record<string, string>, fault: string) =>
    expect(() => readSettings(given)).toThrow(new Error(fault));

  test("accept the URL with two keys, new or old", () => {
    expect(readSettings({ ...url, ...keys }).project).toEqual({
      url: "https://project.supabase.co",
      anonKey: "sb_publishable_x",
      serviceRoleKey: "sb_secret_x",
    });
    const [anonKey, serviceRoleKey] = [tokenOf("anon"), tokenOf("service_role")];
    const old = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
    expect(readSettings({ ...url, ...old }).project).toMatchObject({ anonKey, serviceRoleKey });
    expect(readSettings({}).project).toBeUndefined();
  });

  test("list missing settings", () => {
    expectFault(
      url,
      "SUPABASE_PUBLISHABLE_KEY: must be given when SUPABASE_URL is\nSUPABASE_SECRET_KEY: must be given when SUPABASE_URL is",
    );
    expectFault(
      { ...url, SUPABASE_ANON_KEY: tokenOf("anon") },
      "SUPABASE_SECRET_KEY: must be given when SUPABASE_URL is",
    );
    expectFault(keys, "SUPABASE_URL: must be given when a key of the project is");
  });

  test("reject a secret key as the publishable one", () => {
    const anon = "SUPABASE_PUBLISHABLE_KEY: is no key of the role anon";
    for (const secret of ["sb_secret_x", tokenOf("service_role"), "nonsense"]) {
      expectFault({ ...url, ...keys, SUPABASE_PUBLISHABLE_KEY: secret }, anon);
    }
  });

  test("reject misnamed settings and those without effect", () => {
    expectFault(
      { ...url, ...keys, SUPABASE_DB_URL: "postgres://db", SIGNUP: "open" },
      "SUPABASE_DB_URL: use DATABASE_URL instead\nSIGNUP: has no effect when SUPABASE_URL is given: the project has its own",
    );
  });

  test("reject this site's own URL", () => {
    expectFault(
      { ...keys, SUPABASE_URL: "http://localhost:3000" },
      "SUPABASE_URL: is the address of this site itself",
    );
  });
});

test("API keys of another secret or role are rejected, each with a line", async () => {
  const JWT_SECRET = "the secret of this installation, and of no other";
  const foreign = await makeApiKey("the secret of another installation, not of this", "anon");
  const service = await makeApiKey(JWT_SECRET, "service_role");
  const complete = (keys: Record<string, string>) =>
    completeSettings(readSettings({ JWT_SECRET, SERVICE_ROLE_KEY: service, ...keys }));
  const wrongAnon = "ANON_KEY: is not a key that JWT_SECRET signs for the role anon";
  const wrongService =
    "SERVICE_ROLE_KEY: is not a key that JWT_SECRET signs for the role service_role";
  await expect(complete({ ANON_KEY: foreign })).rejects.toThrow(new Error(wrongAnon));
  await expect(complete({ ANON_KEY: service })).rejects.toThrow(new Error(wrongAnon));
  await expect(complete({ ANON_KEY: foreign, SERVICE_ROLE_KEY: foreign })).rejects.toThrow(
    new Error(`${wrongAnon}\n${wrongService}`),
  );
});

test("missing and invalid settings are reported together", () => {
  const given = { PORT: "many", SIGNUP: "maybe", HOST: "::", S3_REGION: "x" };
  expect(() => readSettings(given)).toThrow(
    /^PORT: .+\nSIGNUP: .+\nS3_BUCKET: .+\nS3_ACCESS_KEY_ID: .+\nS3_SECRET_ACCESS_KEY: .+\nSITE_URL: .+$/,
  );
});

describe("TRUSTED_PROXIES", () => {
  test("is empty by default", () => {
    expect(readSettings({}).trustedProxies).toEqual([]);
    const TRUSTED_PROXIES = "127.0.0.1, ::1 10.0.0.0/8,fd00::/8";
    const expected = ["127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8"];
    expect(readSettings({ TRUSTED_PROXIES }).trustedProxies).toEqual(expected);
  });

  test.each(["localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "true", "127.0.0.1;::1"])(
    "is rejected as %s",
    (list) => {
      expect(() => readSettings({ TRUSTED_PROXIES: list })).toThrow(/^TRUSTED_PROXIES: is a list/);
    },
  );
});

describe("the product's name", () => {
  const jwtSecret = "un-secreto-de-firma-de-al-menos-32-bytes";
  const { name } = readSettings({});

  test("decrypts the second factors that are stored already", () => {
    const stored =
      '{"key_id":"vitrina-0af63947c58c","alg":"aes-gcm-hkdf","data":"w3/gKVF7vKcBY+YOWX39uOQAE1dcn3LR4ePPrXAJ69RGq28CuGgjIiqXEpd8+3nC","nonce":"1c2IUBpPriFLBGEJ"}';
    const factor = "5f0c7b44-6a0a-4f3e-9a55-0f0c3c2b9a11";
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    expect(openFactorSecret({ name, jwtSecret }, factor, stored)).toBe(secret);
    expect(() => openFactorSecret({ name: "Notes", jwtSecret }, factor, stored)).toThrow();
  });

  test("derives the same API key as before", async () => {
    const { anonKey } = await completeSettings(readSettings({ JWT_SECRET: jwtSecret }));
    expect(anonKey).toBe(
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiIsImlzcyI6InZpdHJpbmEiLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6NDEwMjM1ODQwMH0.TEr9gEgtAYDOrcOaEglfivovpXPar_3ieMje58DJ-A8",
    );
  });

  test("gives the same backup header and secret fingerprint as before", () => {
    expect(entryNames.header(name)).toBe("vitrina-backup.json");
    expect(fingerprintSecret(name, jwtSecret)).toBe("885dc8fc575a190d");
  });
});

test("every setting is listed in .env.example and README.md", () => {
  const example = readFileSync(".env.example", "utf8");
  const listed = [...example.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  // The platform sets NODE_ENV.
  const names = settingNames.filter((name) => name !== "NODE_ENV");
  expect(listed).toEqual(names);
  const readme = readFileSync("README.md", "utf8");
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
