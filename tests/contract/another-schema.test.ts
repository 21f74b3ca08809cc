import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "#tests/support/find-free-port.ts";
import { waitForMailsTo } from "#tests/support/mail.ts";
import { startNotes } from "#tests/support/notes/start-notes.ts";
import { createTestClient } from "#tests/support/server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "notes-"));
const password = "una-clave-larga";
let siteUrl: string;
let notes: Awaited<ReturnType<typeof startNotes>>;
let owner: SupabaseClient;
let stranger: SupabaseClient;

beforeAll(async () => {
  const port = await findFreePort();
  siteUrl = `http://localhost:${port}`;
  notes = await startNotes({ port, siteUrl, dataDir });
  owner = await enter("ana@example.com");
  stranger = await enter("eva@example.com");
}, 60_000);
afterAll(async () => {
  await notes.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const anonymous = () => createTestClient(siteUrl, notes.settings.anonKey);

/** Signs a person up, who confirms the address with the token of the mail. */
async function enter(email: string): Promise<SupabaseClient> {
  const client = anonymous();
  expect((await client.auth.signUp({ email, password })).error).toBeNull();
  const early = await client.auth.signInWithPassword({ email, password });
  expect(early.error).toMatchObject({ code: "email_not_confirmed" });
  const [mail] = await waitForMailsTo(dataDir, email);
  const { error } = await client.auth.verifyOtp({ type: "signup", token_hash: tokenOf(mail) });
  expect(error).toBeNull();
  return client;
}

function tokenOf(mail: { text?: string | undefined } | undefined): string {
  return /"token":"(\w+)"/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function idOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getUser()).data.user?.id ?? "";
}

test("backend/README.md starts it as this test does", () => {
  const [, lines = ""] = /```ts\n(.+?)```/s.exec(readFileSync("backend/README.md", "utf8")) ?? [];
  const started = readFileSync("tests/support/notes/start-notes.ts", "utf8");
  expect(lines.trim().split("\n").length).toBeLessThanOrEqual(10);
  for (const line of lines.trim().split("\n")) expect(started).toContain(line);
});

test("the database holds nothing of another product", async () => {
  const tables = await notes.database.owner`
    select tablename from pg_tables where schemaname = 'public'`;
  expect(tables).toEqual([{ tablename: "notes" }]);
  const answer = await fetch(`${siteUrl}/auth/v1/health`, {
    headers: { apikey: notes.settings.anonKey },
  });
  expect(await answer.json()).toMatchObject({ name: "Notes Auth" });
});

test("the owner reads the note that they wrote; a stranger and a visitor do not", async () => {
  const written = await owner.from("notes").insert({ body: "milk" }).select("body").single();
  expect(written).toMatchObject({ error: null, data: { body: "milk" } });
  expect((await owner.from("notes").select("body")).data).toEqual([{ body: "milk" }]);
  expect(await stranger.from("notes").select("body")).toMatchObject({ error: null, data: [] });
  expect((await anonymous().from("notes").select("body")).error).toMatchObject({ code: "42501" });
});

test("a stranger writes no note in the owner's name, and one of their own", async () => {
  const forged = await stranger.from("notes").insert({ user_id: await idOf(owner), body: "x" });
  expect(forged.error).toMatchObject({ code: "42501" });
  expect((await stranger.from("notes").insert({ body: "tea" })).error).toBeNull();
  expect((await stranger.from("notes").select("body")).data).toEqual([{ body: "tea" }]);
});

test("the owner reads the file that they uploaded; a stranger neither reads nor adds one", async () => {
  const folder = await idOf(owner);
  const papers = (client: SupabaseClient) => client.storage.from("papers");
  const paper = new Blob(["milk, 2 l"], { type: "text/plain" });
  expect((await papers(owner).upload(`${folder}/list.txt`, paper)).error).toBeNull();
  expect(await (await papers(owner).download(`${folder}/list.txt`)).data?.text()).toBe("milk, 2 l");
  expect((await papers(stranger).download(`${folder}/list.txt`)).data).toBeNull();
  expect((await papers(stranger).upload(`${folder}/other.txt`, paper)).error).toMatchObject({
    statusCode: "403",
  });
  expect((await papers(owner).list(folder)).data?.map(({ name }) => name)).toEqual(["list.txt"]);
});

test("whoever has a signed address is served the file, and by the plain address nobody", async () => {
  const file = `${await idOf(owner)}/signed.txt`;
  const papers = owner.storage.from("papers");
  await papers.upload(file, new Blob(["tea"], { type: "text/plain" }));
  const { data } = await papers.createSignedUrl(file, 60);
  expect(await (await fetch(data?.signedUrl ?? "")).text()).toBe("tea");
  expect((await fetch(papers.getPublicUrl(file).data.publicUrl)).status).toBe(400);
});

test("a second sign-up with a taken address answers alike, and its password opens nothing", async () => {
  const email = "ana@example.com";
  const again = await anonymous().auth.signUp({ email, password: "otra-clave-larga" });
  expect(again).toMatchObject({ error: null, data: { user: { email }, session: null } });
  const guess = await anonymous().auth.signInWithPassword({ email, password: "otra-clave-larga" });
  expect(guess.error).toMatchObject({ code: "invalid_credentials" });
  expect((await anonymous().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test("who has forgotten the password gets a mail, and whoever has no account none", async () => {
  const { auth } = anonymous();
  for (const email of ["eva@example.com", "nobody@example.com"])
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
  const mails = await waitForMailsTo(dataDir, "eva@example.com", 2);
  const recovery = mails.find(({ subject }) => subject === "recovery");
  const token_hash = tokenOf(recovery);
  expect((await auth.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
  expect((await auth.updateUser({ password: "una-clave-nueva" })).error).toBeNull();
  await waitForMailsTo(dataDir, "nobody@example.com", 0);
});

test("a second factor is enrolled under the product's name, and functions there are none", async () => {
  const { data } = await owner.auth.mfa.enroll({ factorType: "totp" });
  expect(data?.type === "totp" && data.totp.uri).toMatch(/^otpauth:\/\/totp\/Notes:ana/);
  const { response } = await owner.functions.invoke("anything");
  expect(response?.status).toBe(404);
});
