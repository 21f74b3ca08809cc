import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Hooks } from "#backend/hooks.ts";
import { isLoopback } from "#backend/http/client-address.ts";
import type { Database } from "#backend/postgres/database.ts";
import type { ProjectConfig } from "#backend/settings.ts";
import { deliverMail, type RenderMail } from "./deliver-mail.ts";
import { createInbox } from "./inbox/create-inbox.ts";
import { createOutbox } from "./outbox.ts";
import { runQueue } from "./run-queue.ts";
import { createFileTransport, createSmtpTransport } from "./transports.ts";

export type MailDeps = {
  config: ProjectConfig;
  database: Database;
  hooks: Pick<Hooks, "everyMinute" | "words">;
  log: Logger;
  mails: RenderMail;
};

/**
 * The mail area: `inbox` shows what would have been sent, where nothing is; `start` begins to send,
 * `stop` gives a mail in hand some seconds.
 */
export type Mail = { inbox: Hono | undefined; start(): Promise<void>; stop(): Promise<void> };

/**
 * The mail in hand needs less (run-queue.ts). What hangs longer, as over a database that stands
 * still, is left to the next start.
 */
const longestStopMs = 8_000;

/**
 * Builds the outbox worker. With SMTP_URL it sends; without, it writes .eml files, readable at
 * /_mail while only this machine reaches the site.
 */
export function createMail({ config, database, hooks, log, mails }: MailDeps): Mail {
  const folder = join(config.dataDir, "mail");
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.smtpTimeoutSeconds)
    : createFileTransport(folder);
  const outbox = createOutbox(database.owner, new URL(config.siteUrl).hostname);
  const delivery = { outbox, transport, render: mails, mailFrom: config.mailFrom, log };
  const queue = runQueue({
    name: config.name,
    database,
    log,
    deliver: (id, stopping) => deliverMail(delivery, id, stopping),
    sweep: async () => {
      await outbox.sweep();
      await database.owner`select private.sweep_attempts(), private.sweep_used_tokens()`;
      await hooks.everyMinute(database.owner);
    },
  });
  return {
    inbox: !config.smtpUrl && isLocal(config) ? createInbox(folder, hooks.words) : undefined,
    start: () => {
      if (!config.smtpUrl && !isLocal(config)) {
        log.warn({ folder }, "SMTP_URL is not set: mails become files and reach nobody");
      }
      return queue.start();
    },
    stop: async () => {
      await Promise.race([queue.stop(), pause(longestStopMs, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/**
 * Mails hold links that open accounts: they are shown only where nobody but this machine reaches
 * the site, whatever host a request names. Behind a proxy everybody comes from this machine.
 */
function isLocal({ host, siteUrl, trustedProxies }: ProjectConfig): boolean {
  return isLoopback(host) && isLoopback(new URL(siteUrl).hostname) && trustedProxies.length === 0;
}
