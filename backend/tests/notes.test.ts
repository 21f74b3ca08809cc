import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForMailsTo } from "./support/mail.ts";
import { readLink } from "./support/mail-links.ts";
import { startNotesServer } from "./support/notes-server.ts";
import type { TestServer } from "./support/test-server.ts";

const password = "a-long-password";
let server: TestServer;
let owner: SupabaseClient;
let stranger: SupabaseClient;

beforeAll(async () => {
  server = await startNotesServer();
  owner = await enter("ana@example.com");
  stranger = await enter("eva@example.com");
});
afterAll(() => server.stop());

/** Signs up, confirms the address with the mailed token, and signs in. */
async function enter(email: string): Promise<SupabaseClient> {
  const client = server.anonymous();
  expect((await client.auth.signUp({ email, password })).error).toBeNull();
  const early = await client.auth.signInWithPassword({ email, password });
  expect(early.error).toMatchObject({ code: "email_not_confirmed" });
  const token_hash = tokenOf(await readLink(server, email));
  const { error } = await client.auth.verifyOtp({ type: "signup", token_hash });
  expect(error).toBeNull();
  return client;
}

function tokenOf(link: URL): string {
  return link.searchParams.get("token") ?? "";
}

async function idOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getUser()).data.user?.id ?? "";
}

test("the database only has the notes schema's table", async () => {
  const tables = await server.sql`
    select tablename from pg_tables where schemaname = 'public'`;
  expect(tables).toEqual([{ tablename: "notes" }]);
  const answer = await fetch(`${server.url}/auth/v1/health`, {
    headers: { apikey: server.anonKey },
  });
  expect(await answer.json()).toMatchObject({ name: "Notes Auth" });
});

test("only the owner reads a note", async () => {
  const written = await owner.from("notes").insert({ body: "milk" }).select("body").single();
  expect(written).toMatchObject({ error: null, data: { body: "milk" } });
  expect((await owner.from("notes").select("body")).data).toEqual([{ body: "milk" }]);
  expect(await stranger.from("notes").select("body")).toMatchObject({ error: null, data: [] });
  expect((await server.anonymous().from("notes").select("body")).error).toMatchObject({
    code: "42501",
  });
});

test("an account can write its own note, not another's", async () => {
  const forged = await stranger.from("notes").insert({ user_id: await idOf(owner), body: "x" });
  expect(forged.error).toMatchObject({ code: "42501" });
  expect((await stranger.from("notes").insert({ body: "tea" })).error).toBeNull();
  expect((await stranger.from("notes").select("body")).data).toEqual([{ body: "tea" }]);
});

test("an account reads its own file; another can neither read nor add one", async () => {
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

test("a visitor can only read a private file by a signed URL", async () => {
  const file = `${await idOf(owner)}/signed.txt`;
  const papers = owner.storage.from("papers");
  await papers.upload(file, new Blob(["tea"], { type: "text/plain" }));
  const { data } = await papers.createSignedUrl(file, 60);
  expect(await (await fetch(data?.signedUrl ?? "")).text()).toBe("tea");
  expect((await fetch(papers.getPublicUrl(file).data.publicUrl)).status).toBe(400);
});

test("a sign-up with a taken address gets the same answer and no access", async () => {
  const email = "ana@example.com";
  const again = await server.anonymous().auth.signUp({ email, password: "another-password" });
  expect(again).toMatchObject({ error: null, data: { user: { email }, session: null } });
  const guess = await server
    .anonymous()
    .auth.signInWithPassword({ email, password: "another-password" });
  expect(guess.error).toMatchObject({ code: "invalid_credentials" });
  expect((await server.anonymous().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test("an account gets a recovery mail; an unknown address gets none", async () => {
  const { auth } = server.anonymous();
  for (const email of ["eva@example.com", "unknown@example.com"])
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
  const token_hash = tokenOf(await readLink(server, "eva@example.com", 2));
  expect((await auth.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
  expect((await auth.updateUser({ password: "a-new-password" })).error).toBeNull();
  await waitForMailsTo(server.dataDir, "unknown@example.com", 0);
});

test("a factor has the product's name, and an unknown function is not found", async () => {
  const { data } = await owner.auth.mfa.enroll({ factorType: "totp" });
  expect(data?.type === "totp" && data.totp.uri).toMatch(/^otpauth:\/\/totp\/Notes:ana/);
  const { response } = await owner.functions.invoke("anything");
  expect(response?.status).toBe(404);
});
