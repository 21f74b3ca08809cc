import { Client } from "pg";
import { expect, test } from "vitest";
import { readAddress, readPgAddress } from "./read-address.ts";

const plain = "postgres://ana:p%40ss@db.example:5433/notes";

test.each([
  ["nothing about TLS", ""],
  ["that TLS is disabled", "?sslmode=disable"],
  ["parameters of libpq or providers", "?connect_timeout=9&channel_binding=require&pgbouncer=true"],
])("a URL that says %s connects without TLS and without those parameters", (_kind, words) => {
  expect(readAddress(plain + words)).toEqual({ url: plain, tls: null });
});

test("session options stay in the URL", () => {
  const { url } = readAddress(`${plain}?options=-c%20work_mem%3D8MB&sslmode=require`);
  expect(url).toBe(`${plain}?options=-c+work_mem%3D8MB`);
});

test("an encoded socket path and password stay unchanged", () => {
  const url = "postgres://notes:a%2Fb%3Ac@%2Frun%2Fpostgres/notes";
  expect(readAddress(url).url).toBe(url);
});

test("sslmode=require accepts any certificate, verify-full checks the host name", () => {
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
    "sslmode must be disable, require, verify-ca or verify-full",
  ],
  [
    "a mode that does not exist",
    `${plain}?sslmode=yes`,
    "sslmode must be disable, require, verify-ca or verify-full",
  ],
  ["a mistyped word", `${plain}?sslmod=require`, "Unknown parameter sslmod in a PostgreSQL URL"],
  [
    "several hosts",
    "postgres://ana@one.example,two.example/notes",
    "A PostgreSQL URL must have one host",
  ],
])("a URL with %s is rejected with the valid values", (_kind, url, reason) => {
  expect(() => readAddress(url)).toThrow(reason);
});

test("session options in the URL override ours", () => {
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
])("%s connects to the right host and port", (url, place) => {
  expect(new Client(readPgAddress(url))).toMatchObject(place);
});
