import { makeApiKey } from "#backend/http/identity/index.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";
import { type MailCatcher, startMailCatcher } from "#backend-tests/support/mail.ts";
import { type S3Server, startS3Server } from "#backend-tests/support/s3-server.ts";
import type { ExternalPostgres } from "#tests/support/external-postgres.ts";
import {
  createDataFolder,
  type DataFolder,
  type ServerProcess,
} from "#tests/support/server-process.ts";
import { startPreparedPostgres } from "./prepared-folder.ts";
import { type Balancer, startProxy } from "./start-proxy.ts";

/** Two processes over one PostgreSQL, one S3 store and one mail server, behind a proxy. */
export type Cluster = {
  /** The public URL. */
  url: string;
  /** The settings that the processes share. */
  environment: Record<string, string>;
  anonKey: string;
  serviceRoleKey: string;
  sql: SqlPool;
  postgres: ExternalPostgres;
  store: S3Server;
  mails: MailCatcher;
  processes: [ServerProcess, ServerProcess];
  /** A visitor's client at the site, or at one process. */
  anonymous(at?: string): ReturnType<typeof createTestClient>;
  service(at?: string): ReturnType<typeof createTestClient>;
  /** Replaces a process that has ended. */
  replace(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
};

const secret = "the same secret in every process of the cluster";

/** Starts everything; both processes start concurrently over an empty database. */
export async function startCluster(): Promise<Cluster> {
  const [postgres, store] = await Promise.all([startPreparedPostgres(), startS3Server()]);
  const mailPort = await findFreePort();
  const mails = await startMailCatcher(mailPort);
  const proxy = await startProxy(0);
  const url = `http://127.0.0.1:${proxy.port}`;
  const environment = {
    ...store.environment,
    DATABASE_URL: postgres.ownerUrl,
    JWT_SECRET: secret,
    SITE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const folders = [createDataFolder(), createDataFolder()] as const;
  const start = (folder: DataFolder) => folder.start(environment);
  const processes = await Promise.all([start(folders[0]), start(folders[1])]);
  pass(proxy, processes);
  const anonKey = await makeApiKey(secret, "anon");
  const serviceRoleKey = await makeApiKey(secret, "service_role");
  return {
    url,
    environment,
    anonKey,
    serviceRoleKey,
    sql: postgres.sql,
    postgres,
    store,
    mails,
    processes,
    anonymous: (at = url) => createTestClient(at, anonKey),
    service: (at = url) => createTestClient(at, serviceRoleKey),
    replace: async (index) => {
      processes[index] = await start(folders[index]);
      pass(proxy, processes);
    },
    stop: async () => {
      await proxy.stop();
      for (const folder of folders) folder.remove();
      await Promise.all(processes.map(({ ended }) => ended));
      await Promise.all([mails.stop(), store.stop(), postgres.stop()]);
    },
  };
}

function pass(proxy: Balancer, processes: ServerProcess[]): void {
  proxy.use(processes.map(({ url }) => url));
}
