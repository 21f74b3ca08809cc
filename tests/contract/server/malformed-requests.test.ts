import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { type RawAnswer, sendRaw } from "#backend-tests/support/send-raw.ts";
import { startTestServer } from "#tests/support/server.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
let token: string;

beforeAll(async () => {
  token = await tokenOf(dealer);
});
afterAll(() => server.stop());

type Endpoint = [method: string, path: string];

/** Every endpoint that reads a body. */
const endpoints: Endpoint[] = [
  ["POST", "/auth/v1/token?grant_type=password"],
  ["POST", "/auth/v1/token?grant_type=refresh_token"],
  ["POST", "/auth/v1/signup"],
  ["POST", "/auth/v1/recover"],
  ["POST", "/auth/v1/resend"],
  ["POST", "/auth/v1/verify"],
  ["POST", "/auth/v1/logout?scope=others"],
  ["PUT", "/auth/v1/user"],
  ["POST", "/auth/v1/factors"],
  ["POST", "/auth/v1/factors/00000000-0000-4000-8000-000000000000/verify"],
  ["POST", "/rest/v1/vehicles"],
  ["PATCH", "/rest/v1/vehicles?id=eq.00000000-0000-4000-8000-000000000000"],
  ["POST", "/rest/v1/rpc/record_vehicle_view"],
  ["POST", "/rest/v1/rpc/end_own_session"],
  ["POST", "/storage/v1/object/list/vehicle_images"],
  ["POST", "/storage/v1/object/sign/vehicle_images"],
  ["POST", "/storage/v1/object/copy"],
  ["DELETE", "/storage/v1/object/vehicle_images"],
  ["POST", "/functions/v1/request-access"],
  ["POST", "/functions/v1/manage-access-request"],
  ["POST", "/functions/v1/decode-vin"],
  ["POST", "/functions/v1/create-salesperson"],
  ["POST", "/functions/v1/create-user-by-admin"],
  ["POST", "/functions/v1/update-user-password-by-admin"],
  ["POST", "/functions/v1/update-user-email-by-admin"],
  ["POST", "/functions/v1/send-lead-notification"],
  ["POST", "/functions/v1/send-referral-notification"],
  ["POST", "/functions/v1/verify-custom-domain"],
];

/** Endpoints that also read forms, then with only the form. */
const formEndpoints: Endpoint[] = [
  ...endpoints,
  ["POST", "/storage/v1/object/vehicle_images/a/b.jpg"],
  ["PUT", "/storage/v1/object/vehicle_images/a/b.jpg"],
  ["POST", "/unsubscribe?key=00000000-0000-4000-8000-000000000000"],
];

/** As above, and endpoints that delete one thing without a body. */
const openings: Endpoint[] = [
  ...endpoints,
  ["DELETE", "/rest/v1/profiles?id=not.is.null"],
  ["DELETE", "/storage/v1/object/vehicle_images/a/b.jpg"],
];

const headers = () => ({
  apikey: server.anonKey,
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});

const callEndpoint = ([method, path]: Endpoint, body: string | Buffer, type = "application/json") =>
  sendRaw(server.url, {
    method,
    path,
    headers: { ...headers(), "content-type": type },
    body: Buffer.from(body),
  });

async function everything() {
  const [row] = await server.sql`select
    (select count(*) from auth.users)::int as users, (select count(*) from public.vehicles)::int as vehicles,
    (select count(*) from public.leads)::int as leads, (select count(*) from public.access_requests)::int as requests,
    (select count(*) from private.outgoing_mail)::int as mails, (select count(*) from storage.objects)::int as objects,
    (select md5(string_agg(t::text, '' order by t.id)) from public.profiles t) as profiles,
    (select string_agg(encrypted_password, '' order by id) from auth.users) as passwords`;
  return { ...row };
}

/** Checks the headers of every API response; none may be used as page, script or frame. */
function expectSealed({ headers: found }: Pick<RawAnswer, "headers">): void {
  expect(found["x-content-type-options"]).toBe("nosniff");
  expect(found["referrer-policy"]).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
  expect(found["x-powered-by"]).toBeUndefined();
  expect(found.server).toBeUndefined();
  expect(found["set-cookie"]).toBeUndefined();
  expect(String(found["content-type"])).not.toMatch(/html|script|svg/);
  const isEmpty = found["content-type"] === undefined;
  if (isEmpty) return;
  expect(found["content-security-policy"]).toMatch(/default-src 'none'/);
  expect(found["cache-control"]).toBe("no-store");
}

describe("threat 32: a body that is too large, at every endpoint", () => {
  const huge = `{"a":"${"x".repeat(10 * 1024 * 1024)}"}`;

  test.each(openings)(
    "%s %s answers 413 as JSON for 10 MB, and nothing changes",
    async (...endpoint) => {
      const before = await everything();
      const answer = await callEndpoint(endpoint, huge);
      const body = JSON.parse(answer.body.toString());
      expect([413, 400]).toContain(answer.status);
      expect(answer.status === 413 || body.statusCode === "413").toBe(true);
      expectSealed(answer);
      expect(await everything()).toEqual(before);
    },
  );

  test.each(openings)(
    "%s %s does not read 10 MB without a Content-Length",
    async (method, path) => {
      const before = await everything();
      const { hostname, port } = new URL(server.url);
      const status = await new Promise<number>((resolve) => {
        const sent = request({
          hostname,
          port,
          method,
          path,
          headers: { ...headers(), "transfer-encoding": "chunked" },
        });
        sent.on("response", (answer) => {
          answer.resume();
          answer.on("close", () => resolve(answer.statusCode ?? 0));
        });
        sent.on("error", () => resolve(0));
        sent.end(huge);
      });
      expect([413, 400, 0]).toContain(status);
      expect(await everything()).toEqual(before);
    },
  );
});

test("a request that is rejected early leaves the proxy's connection usable", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(server.url);
  const ask = (method: string, path: string, body = "") =>
    new Promise<number | string>((resolve) => {
      const sent = request({ hostname, port, method, path, agent, headers: headers() });
      sent.on("response", (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      });
      sent.on("error", (error) => resolve(error.message));
      sent.end(body);
    });
  for (const endpoint of ["/auth/v1/token?grant_type=password", "/functions/v1/decode-vin"]) {
    expect(await ask("POST", endpoint, `{"a":"${"x".repeat(1_500_000)}"}`)).toBe(413);
    for (let turn = 0; turn < 50; turn += 1) {
      expect(await ask("GET", "/rest/v1/vehicles?select=id")).toBe(200);
    }
  }
  agent.destroy();
});

describe("a malformed body, at every endpoint", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const nasty: [string, string | Buffer][] = [
    ["nothing", ""],
    ["half of one", '{"email":'],
    ["a number", "1"],
    ["null", "null"],
    ["a list of nothings", "[null,[],{}]"],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["a mark before it", "\uFEFF{}"],
    ["deep nesting", `{"email":${deep},"name":${deep},"vin":${deep},"p_vehicle_id":${deep}}`],
    ["a prototype", '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"isAdmin":true}}}'],
    ["values of every other type", of([{}, [], 5, true, null, -0])],
    ["NUL and half a character in every field", of(["\0", "a\0b", "\ud800", "\u202e"])],
    [
      "what never ends in a pattern",
      of([`${"a".repeat(50_000)}!`, `${"a@".repeat(20_000)}`, " ".repeat(50_000)]),
    ],
  ];

  /** An object with the fields of all endpoints, each with these values in turn. */
  function of(values: unknown[]): string {
    const names = [
      "email",
      "phone",
      "password",
      "data",
      "refresh_token",
      "type",
      "token",
      "token_hash",
      "code",
    ];
    const more = [
      "name",
      "account_type",
      "message",
      "vin",
      "userId",
      "newPassword",
      "newEmail",
      "requestId",
      "status",
    ];
    const rest = [
      "recipientId",
      "vehicleId",
      "submissionId",
      "fullName",
      "role",
      "prefix",
      "paths",
      "prefixes",
      "factor_type",
    ];
    const all = [...names, ...more, ...rest].map((name, index) => [
      name,
      values[index % values.length],
    ]);
    return JSON.stringify(Object.fromEntries(all));
  }

  test.each(nasty)("gets no server error: %s", async (_, body) => {
    const before = await everything();
    for (const endpoint of endpoints) {
      const answer = await callEndpoint(endpoint, body);
      expect([endpoint, answer.status < 500]).toEqual([endpoint, true]);
      expectSealed(answer);
    }
    expect(await everything()).toEqual(before);
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });
});

describe("a broken form, at every endpoint", () => {
  const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click';
  const broken: [type: string, body: string | Buffer][] = [
    ["multipart/form-data", `${part}\r\n--x--\r\n`],
    ["multipart/form-data; boundary=", `${part}\r\n--x--\r\n`],
    ["multipart/form-data; boundary=x", "no part"],
    ["multipart/form-data; boundary=x", part],
    ["multipart/form-data; boundary=x", "--x\r\nContent-Disposition: nonsense\r\n\r\n\r\n--x--"],
    ["multipart/form-data; boundary=x", ""],
    ["multipart/form-data; boundary=other", `${part}\r\n--x--\r\n`],
    [`multipart/form-data; boundary=${"x".repeat(80)}`, `${part}\r\n--x--\r\n`],
    ["application/x-www-form-urlencoded", "%zz=%"],
    ["application/x-www-form-urlencoded", Buffer.from([0xff, 0xfe, 0x3d])],
    ["application/x-www-form-urlencoded; charset=nonsense", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data; name*=utf-8''%ff; filename*=utf-8''%zz\r\n\r\nx\r\n--b--\r\n",
    ],
    [
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data; name=\"a\"; filename*=utf-8''%\r\n\r\nx\r\n--b--\r\n",
    ],
    ["nonsense", "{"],
    ["application/json; charset=utf-16", "{}"],
  ];

  test.each(broken)("gets no server error as %s and changes nothing: %j", async (type, body) => {
    const before = await everything();
    for (const endpoint of formEndpoints) {
      const answer = await callEndpoint(endpoint, body, type);
      expect([endpoint, answer.status < 500]).toEqual([endpoint, true]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe("a malformed path, method or header", () => {
  test.each([
    ["GET", "/auth/v1/nothing"],
    ["GET", "/auth/v1/admin/users"],
    ["GET", "/rest/v1/nothing"],
    ["GET", "/rest/v1/vehicles/1/2"],
    ["GET", "/storage/v1/nothing"],
    ["GET", "/functions/v1/nothing"],
    ["GET", "/functions/v1/../../package.json"],
    ["POST", "/functions/v1/%2e%2e%2fpackage"],
    ["POST", "/functions/v1/decode-vin/../request-access"],
    ["PROPFIND", "/rest/v1/vehicles"],
    ["TRACE", "/auth/v1/user"],
    ["PUT", "/rest/v1/vehicles?id=eq.1"],
    ["DELETE", "/auth/v1/user"],
    ["PATCH", "/storage/v1/bucket/vehicle_images"],
    ["GET", "/metrics"],
    ["GET", "/healthz/../metrics"],
    ["GET", "/rest/v1/%zz"],
    ["GET", "/rest/v1/vehicles?select=%E0%A4%A"],
    ["GET", "/auth/v1/verify?token=%00&type=%ff"],
    ["GET", "/storage/v1/object/public/vehicle_images/%"],
  ])("%s %s gets no server error, has safe headers, and changes nothing", async (method, path) => {
    const before = await everything();
    for (const sent of [
      headers(),
      { ...headers(), authorization: `Bearer ${await tokenOf(admin)}` },
      {},
    ]) {
      const answer = await sendRaw(server.url, { method, path, headers: sent });
      expect(answer.status).toBeLessThan(500);
      expectSealed(answer);
    }
    expect(await everything()).toEqual(before);
  });

  test("a request header is never copied to the response", async () => {
    const odd = {
      ...headers(),
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "javascript",
      "x-original-url": "/auth/v1/admin/users",
      "x-rewrite-url": "/auth/v1/admin/users",
      "x-http-method-override": "DELETE",
      "x-request-id": "evil\texample",
      origin: "https://evil.example",
      prefer: "x".repeat(8_000),
    };
    for (const path of [
      "/rest/v1/vehicles",
      "/auth/v1/user",
      "/auth/v1/verify?token=x&type=signup",
    ]) {
      const answer = await sendRaw(server.url, { method: "GET", path, headers: odd });
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.headers)).not.toContain("evil");
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
      expectSealed(answer);
    }
  });

  test("a URL of 20 KB gets 414, headers of 40 KB get 431, both as JSON", async () => {
    for (const [path, more, status, code] of [
      [`/rest/v1/vehicles?${"a".repeat(20_000)}`, {}, 414, "uri_too_long"],
      [`/${"a".repeat(20_000)}`, {}, 414, "uri_too_long"],
      ["/rest/v1/vehicles", { "x-more": "a".repeat(40_000) }, 431, "headers_too_long"],
    ] as const) {
      const answer = await sendRaw(server.url, {
        method: "GET",
        path,
        headers: { ...headers(), ...more },
      });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ code });
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    }
  });
});

describe("a request without a host", () => {
  const { hostname, port } = new URL(server.url);
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let answer = "";
      socket.on("data", (bytes) => {
        answer += bytes.toString("latin1");
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
      socket.write(text);
    });

  test.each([
    ["has none", ""],
    ["has an invalid one", "Host: a b@c\r\n"],
  ])("gets 400 as JSON because it %s", async (_, host) => {
    const answer = await send(`GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"bad_request"/s);
  });

  test("gets an answer in HTTP/1.0, as old health checks use it", async () => {
    expect(await send("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 .*"ok"/s);
  });
});

test("an operator gets HSTS on every response with TLS, and on none without", async () => {
  const secure = await startTestServer({ siteUrl: "https://vitrina.autos" });
  for (const path of [
    "/healthz",
    "/rest/v1/vehicles",
    "/auth/v1/verify?token=x",
    "/storage/v1/object/public/vehicle_images/a/b",
  ]) {
    const strict = await sendRaw(secure.url, { method: "GET", path });
    expect(strict.headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
    const plain = await sendRaw(server.url, { method: "GET", path });
    expect(plain.headers["strict-transport-security"]).toBeUndefined();
  }
  await secure.stop();
});
