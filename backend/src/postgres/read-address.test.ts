import { Client } from "pg";
import { expect, test } from "vitest";
import { readAddress, readPgAddress } from "./read-address.ts";

const plain = "postgres://ana:p%40ss@db.example:5433/notes";

test.each([
  ["nothing about TLS", ""],
  ["that there is to be none", "?sslmode=disable"],
  [
    "words that only libpq or a provider's own tools know",
    "?connect_timeout=9&channel_binding=require&pgbouncer=true",
  ],
])(
  "an operator whose URL says %s gets a connection without it, and no such word reaches the server",
  (_kind, words) => {
    expect(readAddress(plain + words)).toEqual({ url: plain, tls: null });
  },
);

test("an operator's own settings for the session stay in the URL", () => {
  const { url } = readAddress(`${plain}?options=-c%20work_mem%3D8MB&sslmode=require`);
  expect(url).toBe(`${plain}?options=-c+work_mem%3D8MB`);
});

test("an operator's socket, and what is peculiar in a password, stay as they are written", () => {
  const url = "postgres://notes:a%2Fb%3Ac@%2Frun%2Fpostgres/notes";
  expect(readAddress(url).url).toBe(url);
});

test("an operator who only asks for TLS gets it whatever the certificate, and who has names checked gets an error for others", () => {
  expect(readAddress(`${plain}?sslmode=require`).tls).toEqual({ rejectUnauthorized: false });
  const checked = readAddress(`${plain}?sslmode=verify-full`).tls;
  const certificate = { subject: { CN: "x" }, subjectaltname: "DNS:db.example" };
  const check = (names: string) =>
    checked?.checkServerIdentity?.("ignored", { ...certificate, subjectaltname: names } as never);
  expect(check("DNS:db.example")).toBeUndefined();
  expect(check("DNS:ignored")).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
});

test.each([
  [
    "a mode that may go without TLS",
    `${plain}?sslmode=prefer`,
    "sslmode is disable, require, verify-ca or verify-full",
  ],
  [
    "a mode that does not exist",
    `${plain}?sslmode=yes`,
    "sslmode is disable, require, verify-ca or verify-full",
  ],
  ["a mistyped word", `${plain}?sslmod=require`, "A PostgreSQL URL has no sslmod"],
  [
    "several hosts",
    "postgres://ana@one.example,two.example/notes",
    "A PostgreSQL URL names one host",
  ],
])("an operator whose URL has %s is told what it may have", (_kind, url, reason) => {
  expect(() => readAddress(url)).toThrow(reason);
});

test("an operator's own options of the session hold over ours", () => {
  const { connectionString } = readPgAddress(`${plain}?options=-c%20search_path%3Dours`, {
    statement_timeout: 2_000,
  });
  expect(new URL(connectionString).searchParams.get("options")).toMatch(
    /^-c tcp_keepalives_idle=20 .* -c statement_timeout=2000 -c search_path=ours$/,
  );
});

test.each([
  ["postgres://ana@[::1]:5433/x", { host: "::1", port: 5433 }],
  ["postgres://ana@db.example/x", { host: "db.example", port: 5432 }],
  ["postgres://ana@%2Frun%2Fpg/x", { host: "/run/pg", port: 5432 }],
])("an operator's %s is looked for where it is", (url, place) => {
  expect(new Client(readPgAddress(url))).toMatchObject(place);
});
