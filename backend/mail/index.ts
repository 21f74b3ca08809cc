import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Hooks } from "#backend/hooks.ts";
import { isLoopback } from "#backend/http/client-address.ts";
import type { Database } from "#backend/postgres/database.ts";
import type { ProjectConfig } from "#backend/settings.ts";
import { deliverMail, type RenderMail } from "./deliver-mail.ts";
import { createInbox } from "./inbox.ts";
import { createOutbox } from "./outbox.ts";
import { createVapid, deliverPush, type PushInput } from "./push.ts";
import { runQueue } from "./queue.ts";
import { createFileTransport, createSmtpTransport } from "./transports.ts";

export type MailDeps = {
  config: ProjectConfig;
  database: Database;
  hooks: Pick<Hooks, "everyMinute" | "words">;
  log: Logger;
  mails: RenderMail;
  /** Without it no browser can be subscribed. */
  pushes: PushInput | undefined;
  /** The key of push notices follows from it. */
  secret: string;
};

/** `inbox` shows what would have been sent, where nothing is; browsers subscribe with `pushKey`. */
export type Mail = {
  inbox: Hono | undefined;
  pushKey: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** What hangs longer than a mail in hand (queue.ts) is left to the next start. */
const longestStopMs = 8_000;

/** With SMTP_URL it sends; without, it writes .eml files. */
export function createMail(deps: MailDeps): Mail {
  const { config, database, hooks, log, mails, pushes, secret } = deps;
  const folder = join(config.dataDir, "mail");
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.smtpTimeoutSeconds)
    : createFileTransport(folder);
  const outbox = createOutbox(database.owner, new URL(config.siteUrl).hostname);
  const delivery = { outbox, transport, render: mails, mailFrom: config.mailFrom, log };
  const vapid = pushes && createVapid({ ...config, secret });
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
    tasks: vapid ? { send_push: deliverPush({ ...pushes, sql: database.owner, vapid, log }) } : {},
  });
  return {
    inbox: !config.smtpUrl && isLocal(config) ? createInbox(folder, hooks.words) : undefined,
    pushKey: vapid?.publicKey,
    start: () => {
      if (!config.smtpUrl && !isLocal(config)) {
        log.warn({ folder }, "SMTP_URL is not set: mails become files and reach nobody");
      }
      return queue.start();
    },
    stop: () => Promise.race([queue.stop(), pause(longestStopMs, undefined, { ref: false })]),
  };
}

/**
 * Mails are shown only where nobody but this machine reaches the site; behind a proxy everybody
 * comes from this machine.
 */
function isLocal({ host, siteUrl, trustedProxies }: ProjectConfig): boolean {
  return isLoopback(host) && isLoopback(new URL(siteUrl).hostname) && trustedProxies.length === 0;
}
