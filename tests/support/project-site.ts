import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { linksOf, type MailCatcher, startMailCatcher } from "#backend-tests/support/mail.ts";
import { createDataFolder, makeAnonKey, makeServiceKey } from "./server-process.ts";
import { connectAsSuperuser } from "./superuser.ts";

/**
 * Two processes: one acts as a Supabase project, the other serves pages and functions in front of
 * it and is the public one.
 */
export type ProjectSite = {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  databaseUrl: string;
  sql: SqlPool;
  service(): SupabaseClient;
  /** The first link in the mail to an address, once it has arrived. */
  findMailLink(recipient: string): string | undefined;
  /** Starts another process in front of the project, which must fail; returns its output. */
  startExpectingFailure(environment: Record<string, string>): Promise<string>;
  stopProject(): Promise<void>;
  close(): Promise<void>;
};

/** Starts both, with one mail server. */
export async function startProjectSite(): Promise<ProjectSite> {
  const [behind, before] = [createDataFolder(), createDataFolder()];
  const database = await startEmbeddedServer(join(behind.path, "postgres-of-project"), {
    fsync: "off",
  });
  const databaseUrl = database.urlOf("postgres");
  const [mailPort, port] = [await findFreePort(), await findFreePort()];
  const mails: MailCatcher = await startMailCatcher(mailPort);
  const url = `http://localhost:${port}`;
  const common = {
    NODE_ENV: "production",
    SITE_URL: url,
    DATABASE_URL: databaseUrl,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    LOG_LEVEL: "warn",
    TRUSTED_PROXIES: "127.0.0.1, ::1",
  };
  const project = await behind.start({ ...common, NODE_ENV: "development" });
  const anonKey = await makeAnonKey(behind.path);
  const serviceRoleKey = await makeServiceKey(behind.path);
  const keys = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  const settings = { ...common, PORT: String(port), SUPABASE_URL: project.url, ...keys };
  const site = await before.start({ ...settings, PAGES: "build" });
  const sql = connectAsSuperuser(databaseUrl);
  const stopProject = async () => {
    project.child.kill("SIGTERM");
    await project.ended;
  };
  return {
    url,
    anonKey,
    serviceRoleKey,
    databaseUrl,
    sql,
    service: () => createTestClient(url, serviceRoleKey),
    findMailLink: (recipient) => {
      const mail = mails.received.find(({ recipients }) => recipients.includes(recipient));
      return linksOf(mail?.email)[0];
    },
    startExpectingFailure: async (environment) => {
      const folder = createDataFolder();
      const { stderr } = await folder.startExpectingFailure({
        SUPABASE_URL: project.url,
        ...environment,
      });
      folder.remove();
      return stderr;
    },
    stopProject,
    close: async () => {
      await sql.end({ timeout: 1 });
      site.child.kill("SIGTERM");
      await Promise.all([site.ended, stopProject()]);
      await Promise.all([database.stop("immediate"), mails.stop()]);
      for (const folder of [behind, before]) folder.remove();
    },
  };
}
