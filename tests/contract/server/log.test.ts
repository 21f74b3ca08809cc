import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import { type MailCatcher, startMailCatcher } from "#backend-tests/support/mail.ts";
import { patience } from "#backend-tests/support/patience.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import {
  createDataFolder,
  type DataFolder,
  makeAnonKey,
  makeServiceKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import type { Superuser } from "#tests/support/superuser.ts";

type Line = { level: number; msg: string; requestId?: string; [field: string]: unknown };

/** A person with values that are easy to find in a log. */
const person = {
  name: "Penélope Cruzado",
  email: "penelope.cruzado@correo.example",
  phone: "+1 305 555 0177",
  password: "clave-secreta-77",
  address: "203.0.113.77",
  words: "Me llamo Penélope y vivo en la calle Mayor",
  file: "penelope-en-casa.jpg",
  slug: "penelope-cruzado",
};

let folder: DataFolder;
let server: ServerProcess;
let catcher: MailCatcher;
let database: { sql: Superuser; end(): Promise<void> };
let anonKey: string;
let visitor: SupabaseClient;
let service: SupabaseClient;
let said = "";
const secrets: string[] = [];

beforeAll(async () => {
  folder = createDataFolder();
  const smtpPort = await findFreePort();
  const refusal = {
    code: 550,
    message: `5.1.1 <${person.email}>: ${person.name} unknown`,
  } as const;
  catcher = await startMailCatcher(smtpPort, (to) => (to === person.email ? refusal : undefined));
  server = await folder.start({
    LOG_LEVEL: "debug",
    TRUSTED_PROXIES: "127.0.0.1,::1",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  });
  for (const stream of [server.child.stdout, server.child.stderr]) {
    stream?.on("data", (text) => {
      said += String(text);
    });
  }
  database = await connectToDataFolder(folder.path, "leave");
  anonKey = await makeAnonKey(folder.path);
  visitor = open(anonKey);
  service = open(await makeServiceKey(folder.path));
});
afterAll(async () => {
  await database.end();
  await catcher.stop();
  folder.remove();
});

describe("the log", () => {
  test("has one line for each request, with the request id of the response", async () => {
    const answers = await Promise.all([
      fetch(`${server.url}/rest/v1/vehicles?select=id&vin=eq.1FAKE`, {
        headers: { apikey: anonKey },
      }),
      fetch(`${server.url}/rest/v1/penelope`, { headers: { apikey: anonKey } }),
      fetch(`${server.url}/storage/v1/object/public/vehicle_images/${person.slug}/${person.file}`),
      fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: anonKey },
      }),
      fetch(`${server.url}/healthz`),
      fetch(`${server.url}/${person.slug}?email=${person.email}`),
    ]);
    const expected = [
      ["/rest/v1/vehicles", 200],
      ["/rest/v1/*", 404],
      ["/storage/v1/object/public/*", 400],
      ["/auth/v1/token", 400],
      ["/healthz", 200],
      ["/*", 404],
    ];
    for (const [at, answer] of answers.entries()) {
      const id = answer.headers.get("x-request-id") ?? "";
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      const lines = await linesOf(id);
      expect(lines.map(({ route, status }) => [route, status])).toEqual([expected[at]]);
      expect(lines[0]).toMatchObject({ msg: "request", level: 30, ms: expect.any(Number) });
      expect(Object.keys(lines[0] ?? {}).sort()).toEqual([
        "level",
        "method",
        "ms",
        "msg",
        "requestId",
        "route",
        "status",
        "time",
      ]);
    }
  });

  test("follows a proxy's request id through functions and API to an error's cause", async () => {
    await database.sql.unsafe(`create function public.break_down() returns trigger language plpgsql as $$
      begin raise exception 'page of % is broken', '${person.phone} ${person.email}' using errcode = 'XX001', detail = 'Failing row contains (${person.name})'; end $$;
      create trigger break_down before insert on public.vehicles for each row when (new.vin like 'PENELOPE%') execute function public.break_down()`);
    const id = "0123456789abcdef0123456789abcdef";
    const answer = await fetch(`${server.url}/rest/v1/vehicles`, {
      method: "POST",
      headers: {
        apikey: await makeServiceKey(folder.path),
        authorization: `Bearer ${await makeServiceKey(folder.path)}`,
        "content-type": "application/json",
        "x-request-id": id,
      },
      body: JSON.stringify({
        user_id: await makeDealer(),
        brand: "Kia",
        model: "Rio",
        year: 2020,
        vin: "PENELOPE3055550177",
      }),
    });
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([500, id]);
    const [fault, request] = await linesOf(id);
    expect(fault).toMatchObject({ level: 50, msg: "rest", err: { code: "XX001" } });
    expect(request).toMatchObject({ level: 50, msg: "request", status: 500 });

    const inner = "fedcba9876543210fedcba9876543210";
    const recipientId = await makeDealer();
    const lead = { type: "general_inquiry", recipientId, name: "Eva", email: "eva@example.com" };
    const headers = { "x-request-id": inner, authorization: `Bearer ${anonKey}` };
    await post("/functions/v1/send-lead-notification", lead, headers);
    expect((await linesOf(inner)).map(({ level, route }) => [level, route])).toEqual([
      [20, "/rest/v1/rpc/receive_lead"],
      [30, "/functions/v1/send-lead-notification"],
    ]);
  });

  test("has no error for a client that disconnects while sending", async () => {
    const areas = [
      "/rest/v1/vehicles",
      "/auth/v1/token?grant_type=password",
      "/functions/v1/send-lead-notification",
      "/storage/v1/object/list/vehicle_images",
    ];
    for (const path of areas) {
      const id = randomUUID();
      await leaveMidway(path, id);
      const lines = await linesOf(id);
      expect(
        lines.map(({ level, status }) => [level, status]),
        path,
      ).toEqual([[30, 499]]);
    }
  });

  test("never contains a person's e-mail, phone, name, text, tokens or address", async () => {
    await doEverything();
    await vi.waitFor(() => expect(said).toContain("mail given up"), patience);
    expect(said.split("\n").length).toBeGreaterThan(30);
    const postgresLog = readFileSync(join(folder.path, "postgres/server.log"), "utf8");
    const all = [
      ...Object.values(person),
      ...secrets,
      "3055550177",
      "305 555 0177",
      "Penélope",
      "penelope",
    ];
    expect(all.filter((trace) => said.includes(trace))).toEqual([]);
    expect(all.filter((trace) => postgresLog.includes(trace))).toEqual([]);
    expect(said).not.toMatch(/[\w.]+@[\w.]+\.\w/);
    expect(said).not.toContain("eyJ");
    expect(secrets.length).toBeGreaterThanOrEqual(4);
  });
});

/** The lines of one request, once its last line is written. */
async function linesOf(id: string): Promise<Line[]> {
  return vi.waitFor(() => {
    const lines = said
      .split("\n")
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line): Line => JSON.parse(line))
      .filter(({ requestId }) => requestId === id);
    expect(lines.at(-1)).toMatchObject({ msg: "request", level: expect.not.toBeOneOf([20]) });
    return lines;
  }, patience);
}

/** Announces a body, sends part of it, and disconnects. */
async function leaveMidway(path: string, id: string): Promise<void> {
  const sent = request(`${server.url}${path}`, {
    method: "POST",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      "content-type": "application/json",
      "content-length": "1000",
      "x-request-id": id,
    },
  });
  const gone = new Promise((left) => sent.once("close", left));
  sent.on("error", () => undefined);
  await new Promise((written) => sent.write('{"email":', written));
  sent.destroy();
  await gone;
}

async function makeDealer(): Promise<string> {
  const [row] = await database.sql<
    { id: string }[]
  >`select id from public.profiles where role = 'concesionario' limit 1`;
  if (row) return row.id;
  const made = await service.auth.admin.createUser({
    email: "dealer@concesionario.example",
    password: person.password,
    email_confirm: true,
  });
  const id = made.data.user?.id ?? "";
  await database.sql`update public.profiles set role = 'concesionario', is_active = true,
    full_name = ${person.name}, public_slug = ${person.slug} where id = ${id}`;
  return id;
}

async function doEverything(): Promise<void> {
  const dealer = await makeDealer();
  const { name, email, phone, password, words } = person;
  await visitor.auth.signInWithPassword({ email, password });
  await visitor.auth.signInWithPassword({ phone, password });
  await visitor.auth.signUp({ email, password, options: { data: { full_name: name } } });
  await visitor.auth.resetPasswordForEmail("dealer@concesionario.example");
  await visitor.auth.resend({ type: "signup", email });
  await visitor.auth.verifyOtp({ type: "email", email, token: "305555" });
  const request = { name, phone, email, password, account_type: "vendedor", message: words };
  await visitor.functions.invoke("request-access", { body: request });
  const lead = { type: "general_inquiry", recipientId: dealer, name, email, phone, message: words };
  await visitor.functions.invoke("send-lead-notification", { body: lead });
  await visitor.functions.invoke("decode-vin", { body: { vin: words } });
  await visitor.from("profiles").select("id").eq("email", email);
  await visitor.from("profiles").select("id").eq("id", name);
  await visitor.from("vehicles").select("id").or(`model.eq.${email}`);
  await visitor.from("profiles").select("id,full_name").eq("public_slug", person.slug);
  await visitor.rpc("record_vehicle_view", { p_vehicle_id: email });
  await enter();
  await breakStorage();
  await service.auth.admin.createUser({ email, phone, password, email_confirm: true });
  await database.sql`select private.queue_mail('access-rejected', ${email}, ${database.sql.json({ name })})`;
}

/** Signs in, refreshes, reuses a refresh token, uploads under a revealing name, signs out. */
async function enter(): Promise<void> {
  const client = open(anonKey);
  const entered = await client.auth.signInWithPassword({
    email: "dealer@concesionario.example",
    password: person.password,
  });
  const first = entered.data.session;
  const next = await client.auth.refreshSession();
  for (const session of [first, next.data.session]) {
    if (session) secrets.push(session.access_token, session.refresh_token);
  }
  await post("/auth/v1/token?grant_type=refresh_token", { refresh_token: first?.refresh_token });
  await client.auth.updateUser({ data: { full_name: person.name, note: person.words } });
  const path = `${entered.data.user?.id}/${person.file}`;
  await client.storage
    .from("vehicle_images")
    .upload(path, await smallJpeg(), { contentType: "image/jpeg" });
  await client.storage
    .from("vehicle_images")
    .upload(`${person.slug}/${person.file}`, await smallJpeg());
  await client.from("vehicles").insert({
    user_id: entered.data.user?.id,
    brand: person.name,
    model: person.words,
    year: 2020,
    vin: "PENELOPE305555017",
  });
  await client.auth.signOut();
}

/** Uploads a photo that ends in a server error. */
async function breakStorage(): Promise<void> {
  const objects = join(folder.path, "files/objects");
  if (!existsSync(objects)) throw new Error("Nothing was stored.");
  renameSync(objects, `${objects}-away`);
  writeFileSync(objects, "");
  const stored = await service.storage
    .from("vehicle_images")
    .upload(`x/${person.file}`, await smallJpeg());
  expect(stored.error).toMatchObject({ statusCode: "503" });
  renameSync(`${objects}-away`, `${objects}-back`);
}

function open(key: string): SupabaseClient {
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { "X-Forwarded-For": person.address } },
  });
}

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
