import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { Logger } from "pino";
import {
  applyMigrations,
  type Backend,
  type BackendInput,
  captureConsole,
  checkDatabase,
  checkPooler,
  checkPort,
  checkProject,
  completeSettings,
  createBackend,
  createGateway,
  createLog,
  type Database,
  type DatabaseAddress,
  databaseFault,
  type EmbeddedEvent,
  installQueue,
  listen,
  listMigrations,
  normalizePhone,
  openDatabase,
  openEmbeddedDatabase,
  prepareCallerLogin,
} from "#backend";
import { databaseSchema } from "#composition/database-schema.ts";
import { hooks } from "#composition/hooks.ts";
import { createServices, loadFunctions, refusals } from "#composition/load-functions.ts";
import { renderNotice } from "#mails/lead-notices.ts";
import { renderTemplate } from "#mails/render-template.ts";
import { type Config, readSettings, type Settings, type SiteConfig } from "#settings";
import { createDomainsApi } from "#site/custom-domains/index.ts";
import { openPages } from "#site/open-pages.ts";
import { commonSecurityHeaders } from "#site/security-headers.ts";
import { createUnsubscribe } from "#site/unsubscribe.ts";

/**
 * What to start. `database` replaces the one in the settings. `web`: "none" has no pages (API
 * tests), "dev" builds them from source on each request.
 */
export type Start = {
  settings: Settings;
  database?: DatabaseAddress;
  web: "build" | "dev" | "none";
  onStep?: (step: string) => void;
  /** Aborts the start after the current step. */
  signal?: AbortSignal;
};

/** A running site. */
export type Site = {
  config: SiteConfig;
  port: number;
  backend: Backend;
  log: Logger;
  stop(): Promise<void>;
};

/** A running site with its own backend and database. */
export type Vitrina = Site & { config: Config; database: Database };

type Cleanup = () => Promise<void>;

/** What the site runs on: its own database or a Supabase project, and how to create the backend. */
type Backing<Parts> = {
  parts: Parts;
  openBackend(given: Pick<BackendInput, "mails" | "pushes" | "functions">): Backend;
};

type ConnectBacking<Parts> = (
  start: Start,
  log: Logger,
  cleanups: Cleanup[],
) => Promise<Backing<Parts>>;

/** Runs after the backend has started and before the pages open. */
type BeforePages<Parts> = (parts: Parts & { backend: Backend }) => Promise<void>;

/**
 * Starts everything in order: settings, database, migrations, API, `beforePages`, pages, port. If a
 * step fails, stops what has started.
 */
export async function startVitrina(
  start: Start,
  beforePages?: BeforePages<Pick<Vitrina, "config" | "database">>,
): Promise<Vitrina> {
  if (start.settings.project)
    throw new Error("SUPABASE_URL: this command does not work with a Supabase project");
  return startOn(connectOwnDatabase, start, beforePages);
}

/** As `startVitrina`, or on top of a Supabase project if the settings name one. */
export function startSite(start: Start): Promise<Site> {
  return start.settings.project ? startOn(connectProject, start) : startVitrina(start);
}

async function startOn<Parts extends { config: SiteConfig }>(
  connectBacking: ConnectBacking<Parts>,
  start: Start,
  beforePages?: BeforePages<Parts>,
) {
  const cleanups: Cleanup[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= runCleanups(cleanups);
    return stopped;
  };
  try {
    const parts = startParts(connectBacking, start, { beforePages, cleanups });
    return { ...(await Promise.race([parts, rejectAfterAbort(start.signal)])), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function runCleanups(cleanups: Cleanup[]): Promise<void> {
  for (let end = cleanups.pop(); end; end = cleanups.pop()) await end();
}

/** How long an aborted start waits for its current step. */
const maxStepMs = 5_000;

function rejectAfterAbort(signal?: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => setTimeout(giveUp, maxStepMs).unref());
  });
}

async function startParts<Parts extends { config: SiteConfig }>(
  connectBacking: ConnectBacking<Parts>,
  start: Start,
  { beforePages, cleanups }: { beforePages?: BeforePages<Parts>; cleanups: Cleanup[] },
) {
  const { settings, web, signal } = start;
  await checkDataFolder(settings.dataDir);
  await checkPort(settings);
  const log = createLog(settings.logLevel);
  await closeFolders(settings.dataDir, log);
  const { parts, openBackend } = await connectBacking(start, log, cleanups);
  const { config } = parts;
  const fetch = (request: Request) => backend.app.fetch(request);
  const domains = createDomainsApi({ config, log, fetch });
  const { services, warm, close } = createServices({
    ...config,
    log,
    normalizePhone: (typed, country = config.defaultCountry) => normalizePhone(typed, country),
    invalidateCustomDomains: domains.invalidate,
  });
  cleanups.push(close);
  const backend: Backend = openBackend({
    mails: (template, data) => renderTemplate(template, data, config),
    pushes: { subscriptions: "public.push_subscriptions", render: renderNotice },
    functions: { load: () => loadFunctions(services), refusals },
  });
  const { admission } = backend;
  backend.app.route("/_domains", domains.app);
  backend.app.route("/unsubscribe", createUnsubscribe({ config, admission, log, fetch }));
  cleanups.push(() => backend.stop());
  await backend.start();
  await beforePages?.({ ...parts, backend });
  if (config.production) warm();
  signal?.throwIfAborted();

  const site = new Hono();
  site.use(commonSecurityHeaders(config.siteUrl));
  site.route("/", backend.app);
  const { listener, stop: stopPages } = await openPages(web, site, {
    config,
    backend,
    domains,
    log,
  });
  cleanups.push(stopPages);
  const listening = await listen(listener, config);
  cleanups.push(async () => {
    backend.markStopping();
    await delay(config.stopPauseSeconds * 1000);
    await listening.close();
  });
  signal?.throwIfAborted();
  return { ...parts, port: listening.port, backend, log };
}

/** Connects to our own database and applies the migrations. */
async function connectOwnDatabase(
  { settings, database: given, onStep = () => {}, signal }: Start,
  log: Logger,
  cleanups: Cleanup[],
) {
  const config = await completeSettings(settings);
  const address = given ?? (await findDatabase(config, log, cleanups));
  onStep(settings.databaseUrl || given ? "PostgreSQL reached" : "PostgreSQL started");
  signal?.throwIfAborted();

  await installQueue(address.ownerUrl);
  signal?.throwIfAborted();
  const applied = await applyMigrations(address.ownerUrl, databaseSchema, {
    onWait: () =>
      log.warn(
        "waiting to migrate: another process is migrating, or a backup is reading the tables",
      ),
  });
  onStep(applied.length > 0 ? `${applied.length} migrations applied` : "migrations up to date");
  signal?.throwIfAborted();

  const throwLoginFault = (cause: unknown): never => {
    if (!config.databaseUrl) throw cause;
    throw databaseFault(config.databaseUrl, "does not accept API logins", cause);
  };
  const callerUrl =
    address.callerUrl ??
    (await prepareCallerLogin(address.ownerUrl, config.jwtSecret).catch(throwLoginFault));
  const { poolerUrl } = config;
  if (poolerUrl) await checkPooler(poolerUrl, address.ownerUrl);
  const database = openDatabase({
    ...address,
    callerUrl,
    poolerUrl,
    application: config.name.toLowerCase(),
  });
  cleanups.push(() => database.close());
  await database.probeCaller().catch(throwLoginFault);
  const migrations = await listMigrations(databaseSchema);
  const openBackend: Backing<unknown>["openBackend"] = (given) =>
    createBackend({ ...given, settings: config, database, migrations, hooks, log });
  return { parts: { config, database }, openBackend };
}

/** Uses a Supabase project, and its database if this process sends the mails. */
async function connectProject(
  { settings, onStep = () => {}, signal }: Start,
  log: Logger,
  cleanups: Cleanup[],
) {
  const { project, databaseUrl } = settings;
  if (!project) throw new Error("The settings name no project");
  await checkProject(project);
  onStep("Supabase project reached");
  signal?.throwIfAborted();
  const config = { ...settings, ...project };
  const database = databaseUrl ? await openMailDatabase(databaseUrl, config) : null;
  if (database) cleanups.push(() => database.close());
  onStep(database ? "mails are sent by this process" : "without DATABASE_URL no mails are sent");
  const openBackend: Backing<unknown>["openBackend"] = (given) =>
    createGateway({ ...given, settings: config, project, database, hooks, log });
  return { parts: { config }, openBackend };
}

async function openMailDatabase(
  databaseUrl: string,
  { name, siteUrl }: SiteConfig,
): Promise<Database> {
  const { ownerUrl } = await checkDatabase(databaseUrl);
  await installQueue(ownerUrl);
  const database = openDatabase({ ownerUrl, callerUrl: ownerUrl, application: name.toLowerCase() });
  await database.owner`select private.set_site_url(${siteUrl})`;
  return database;
}

async function checkDataFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    // If we are root, PostgreSQL runs under another account that must be able to traverse the
    // folder.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await writeFile(probe, "", { mode: 0o600 });
    await rm(probe, { force: true });
  } catch (cause) {
    throw new Error(`DATA_DIR ${dataDir} cannot be written. Choose another folder.`, { cause });
  }
}

/** Subfolders that earlier versions left readable for other accounts. PostgreSQL closes its own. */
const closedFolders = ["files", "vin", "mail", "backups"];

async function closeFolders(dataDir: string, log: Logger): Promise<void> {
  for (const name of closedFolders) {
    await chmod(join(dataDir, name), 0o700).catch((error) => {
      if (error.code === "ENOENT") return;
      log.warn({ err: error }, "A folder of DATA_DIR may be open to other accounts");
    });
  }
}

/** A database that is not embedded has no login for callers until the tables exist. */
type FoundDatabase = Omit<DatabaseAddress, "callerUrl"> & { callerUrl?: string };

async function findDatabase(
  config: Config,
  log: Logger,
  cleanups: Cleanup[],
): Promise<FoundDatabase> {
  if (config.databaseUrl) return checkDatabase(config.databaseUrl);
  const opening = openEmbeddedDatabase(config, logEvents(log));
  // An abort during the start must wait until there is a PostgreSQL to stop.
  cleanups.push(async () => (await opening.catch(() => null))?.stop());
  return opening;
}

function logEvents(log: Logger): (event: EmbeddedEvent) => void {
  const tell = {
    restarted: () => log.warn("PostgreSQL restarted"),
    "disk full": () => log.error("The disk is full: the database is read-only"),
    "room again": () => log.warn("The disk has room again: writes are accepted"),
  };
  return (event) => tell[event]();
}

/**
 * Runs the program: starts with the settings of the environment, prints progress, and stops on
 * SIGINT and SIGTERM.
 */
export async function runProgram<Started extends Site>(
  start: (start: Start) => Promise<Started>,
  whenReady: (site: Started) => Promise<string[]>,
): Promise<void> {
  const began = performance.now();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const onStep = (step: string) => say(`  ✓ ${step} (${seconds(began)})`);
  const signal = abortOnSignals();
  let site: Started | undefined;
  try {
    const settings = readSettings(process.env);
    const web = process.argv.includes("--dev") ? "dev" : "build";
    site = await start({ settings, web, onStep, signal });
    signal.addEventListener("abort", () => leave(site));
    exitOnUncaughtException(site);
    if (!process.argv.includes("--dev")) captureConsole(site.log);
    const lines = await whenReady(site);
    onStep("ready");
    for (const line of lines) say(line);
  } catch (error) {
    if (signal.aborted) await leave(site);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Aborts at the first SIGINT, SIGTERM or SIGHUP, which do nothing else from here on. */
function abortOnSignals(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return stopping.signal;
}

/** If the start was aborted, there is nothing left to stop. */
async function leave(site?: Site): Promise<never> {
  await site?.stop();
  return process.exit(0);
}

/**
 * After an uncaught exception the process is in an unknown state: log it and exit, and let the
 * supervisor restart it.
 */
function exitOnUncaughtException({ log }: Site): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception, exiting");
    process.exit(1);
  });
}

async function listUrls({ config: { siteUrl, anonKey }, backend }: Site): Promise<string[]> {
  const answer = await backend.app.request(`${siteUrl}/rest/v1/rpc/admin_exists`, {
    method: "POST",
    headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
  });
  const hasAdmin = answer.ok && (await answer.json()) === true;
  const address = `\n  Vitrina: ${siteUrl}`;
  if (hasAdmin) return [address];
  return [address, `  The first admin is made at ${siteUrl}/create-admin`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runProgram(startSite, listUrls);
