import type { Task } from "graphile-worker";
import type { Logger } from "pino";
import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import { encryptPush, type PushKeys } from "./encrypt-push.ts";
import type { Vapid } from "./vapid.ts";

/** What a product hands in. */
export type PushInput = {
  /**
   * The table of the browsers that are told, with `id`, `endpoint`, `p256dh` and `auth`. Every
   * endpoint in it is one that a server may be sent to. A job `send_push` names a row by its `id`.
   */
  subscriptions: string;
  /** What the browser's service worker gets, by the job's `template` and `data`. */
  render(template: string, data: unknown): unknown;
};

type Delivery = PushInput & { sql: Sql; vapid: Vapid; log: Logger };
type Subscription = PushKeys & { endpoint: string };

const SendPush = z.object({ id: z.uuid(), template: z.string(), data: z.unknown() });

/** After a day nobody needs a notice any more, also if the device was off for so long. */
const longestLifeSeconds = 24 * 60 * 60;
const attemptMs = 8_000;

/** Nobody is there any more, or whoever is there subscribed to another key than ours. */
const gone = [401, 403, 404, 410];
const busy = [408, 425, 429];

/**
 * The job that hands one notice to the push service of one browser. A service that is down or busy
 * means a later attempt, with the queue's own growing pauses; one that knows the browser no more
 * ends its subscription. What the service answers is told to nobody.
 */
export function deliverPush({ sql, vapid, subscriptions, render, log }: Delivery): Task {
  const forget = (id: string) => sql`delete from ${sql(subscriptions)} where id = ${id}`;
  return async (payload, { job, abortSignal }) => {
    const { id, template, data } = SendPush.parse(payload);
    const life = longestLifeSeconds - Math.floor((Date.now() - Number(job.created_at)) / 1000);
    const [subscription] = await sql<Subscription[]>`
      select endpoint, p256dh, auth from ${sql(subscriptions)} where id = ${id}`;
    if (!subscription || life <= 0) return;

    const body = seal(JSON.stringify(render(template, data)), subscription);
    if (!body) return void (await forget(id));
    const isLast = job.attempts >= job.max_attempts;
    const headers = {
      Authorization: await vapid.authorize(subscription.endpoint),
      "Content-Encoding": "aes128gcm",
      TTL: String(life),
      Urgency: "high",
    };
    const signal = AbortSignal.any([abortSignal ?? [], AbortSignal.timeout(attemptMs)].flat());
    const status = await post(subscription.endpoint, { headers, body, signal });
    if (gone.includes(status)) return void (await forget(id));
    if (status >= 200 && status < 300) return;
    const isFinal = isLast || (status > 0 && status < 500 && !busy.includes(status));
    if (!isFinal) throw new Error(`The push service answers ${status || "nothing"}`);
    log.warn({ push: id, template, status, attempts: job.attempts }, "push notice given up");
  };
}

/** Undefined for keys that are none, which never become any. */
function seal(message: string, keys: PushKeys): Buffer | undefined {
  try {
    return encryptPush(message, keys);
  } catch {
    return undefined;
  }
}

/** The status of the answer, 0 where there is none. It leads nowhere else. */
async function post(
  endpoint: string,
  init: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
): Promise<number> {
  try {
    const body = new Uint8Array(init.body);
    const answer = await fetch(endpoint, { ...init, body, method: "POST", redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}
