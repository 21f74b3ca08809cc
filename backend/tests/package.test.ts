import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient } from "./support/create-test-client.ts";
import { findFreePort } from "./support/find-free-port.ts";
import { smallJpeg } from "./support/images.ts";
import { waitForMailsTo } from "./support/mail.ts";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
const installed = join(packageFolder, "../node_modules");
const folder = mkdtempSync(join(tmpdir(), "packed-"));

let program: ChildProcess;
let url: string;
let anonKey: string;

beforeAll(async () => {
  installPackage();
  cpSync(join(packageFolder, "tests/support/notes/migrations"), join(folder, "migrations"), {
    recursive: true,
  });
  writeFileSync(join(folder, "start.mjs"), readmeProgram());
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  program = spawn(process.execPath, ["start.mjs"], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  anonKey = await readAnonKey(program);
});
afterAll(async () => {
  program.kill("SIGINT");
  const [code] = await once(program, "exit");
  expect(code).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

/** Packs the package and unpacks it next to links to its dependencies, without network access. */
function installPackage(): void {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: packageFolder });
  const { name, version, dependencies, optionalDependencies } = manifest;
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  execFileSync("tar", ["-xzf", join(folder, `${name}-${version}.tgz`), "-C", modules]);
  renameSync(join(modules, "package"), join(modules, name));
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const link = join(modules, dependency);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(installed, dependency), link);
  }
}

function readmeProgram(): string {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  return /```js\n(.+?)```/s.exec(readme)?.[1] ?? "";
}

async function readAnonKey({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("The program has no output");
  for await (const line of createInterface(stdout)) {
    const key = /^anon key: (\S+)$/.exec(line)?.[1];
    if (key) return key;
  }
  throw new Error("The program ended before it was ready");
}

test("the README's example runs from the packed package", async () => {
  const client = createTestClient(url, anonKey);
  const account = { email: "ana@example.com", password: "una-clave-larga" };
  expect((await client.auth.signUp(account)).error).toBeNull();
  const [mail] = await waitForMailsTo(join(folder, "data"), account.email);
  const token_hash = /"token":"(\w+)"/.exec(mail?.text ?? "")?.[1] ?? "";
  expect((await client.auth.verifyOtp({ type: "signup", token_hash })).error).toBeNull();
  const written = await client.from("notes").insert({ body: "milk" }).select("body").single();
  expect(written).toMatchObject({ error: null, data: { body: "milk" } });
  expect((await createTestClient(url, anonKey).from("notes").select()).error).toMatchObject({
    code: "42501",
  });
});

test("a picture is stored and resized by the packed package", async () => {
  const client = createTestClient(url, anonKey);
  const account = { email: "ana@example.com", password: "una-clave-larga" };
  const { data } = await client.auth.signInWithPassword(account);
  const path = `${data.user?.id}/photo.jpg`;
  const papers = client.storage.from("papers");
  expect((await papers.upload(path, await smallJpeg())).error).toBeNull();
  const resized = await papers.download(path, { transform: { width: 96 } });
  const { width } = await sharp(await resized.data?.arrayBuffer()).metadata();
  expect(width).toBe(96);
});

test("the package ships types, and neither sources nor tests", () => {
  const files = readdirSync(join(folder, "node_modules", manifest.name), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["CHANGELOG.md", "README.md"]));
  expect(files).toContain(join("dist", "index.d.ts"));
  expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(String(file)))).toEqual([]);
});
