import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Hooks } from "../hooks.ts";
import { isLoopback } from "../http/client-address.ts";
import type { Database } from "../postgres/database.ts";
import type { ProjectConfig } from "../settings.ts";
import { createInbox } from "./inbox.ts";
import { createOutbox, deliverMail, type RenderMail } from "./outbox.ts";
import { createVapid, deliverPush, type PushInput } from "./push.ts";
import { runQueue } from "./queue.ts";
import { createFileTransport, createSmtpTransport } from "./transports.ts";

type MailDeps = {
  config: ProjectConfig;
  database: Database;
  hooks: Pick<Hooks, "everyMinute" | "words">;
  log: Logger;
  mails: RenderMail;
  /** Without it, browsers cannot subscribe. */
  pushes: PushInput | undefined;
  /** The key pair of push notices is derived from it. */
  secret: string;
};

/**
 * Longer than a mail in progress may take (queue.ts). Anything slower is left to the next start.
 */
const stopTimeoutMs = 8_000;

/** Sends mails with SMTP_URL; without it, writes .eml files. */
export function createMail(deps: MailDeps) {
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
    /** Shows the written mails on a local site that does not send any. */
    inbox: hasInbox(config) ? createInbox(folder, hooks.words) : undefined,
    /** Browsers need it to subscribe. */
    pushKey: vapid?.publicKey,
    start: (): Promise<void> => {
      if (!config.smtpUrl && !isLocal(config)) {
        log.warn({ folder }, "SMTP_URL is not set: mails are written to files and not sent");
      }
      return queue.start();
    },
    stop: () => Promise.race([queue.stop(), pause(stopTimeoutMs, undefined, { ref: false })]),
  };
}

type InboxSettings = Pick<ProjectConfig, "smtpUrl" | "host" | "siteUrl" | "trustedProxies">;

/** Whether /_mail exists. */
export function hasInbox(config: InboxSettings): boolean {
  return !config.smtpUrl && isLocal(config);
}

/**
 * Whether only this machine can reach the site. Behind a proxy, all requests seem to come from it.
 */
function isLocal({ host, siteUrl, trustedProxies }: InboxSettings): boolean {
  return isLoopback(host) && isLoopback(new URL(siteUrl).hostname) && trustedProxies.length === 0;
}
