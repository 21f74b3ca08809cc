import { Hono } from "hono";
import type { Logger } from "pino";
import { z } from "zod";

/** A dealership at a host name of its own, which it has proved to be its own. */
export type OwnHost = {
  /**
   * The address of the host, as SITE_URL writes the site's: the same scheme and port, no slash at
   * the end.
   */
  origin: string;
  dealershipId: string;
  slug: string;
};

/** Who is at home at which host name. */
export type Domains = {
  app: Hono;
  /**
   * Takes the address of a request; gives null for the site's own host, for one that nobody has
   * proved, and for none at all.
   */
  findOwnHost(address: string): Promise<OwnHost | null>;
  /**
   * To be called when a host name was proved here: it is known at once. Other processes hear of it
   * when they read anew.
   */
  forget(): void;
};

type DomainsDeps = {
  config: { siteUrl: string; anonKey: string };
  log: Logger;
  /** Answers a request to this very api, without the network. */
  fetch(request: Request): Response | Promise<Response>;
};

const Row = z.object({ id: z.guid(), public_slug: z.string(), verified_domain: z.string() });
const rowsAtOnce = 1_000;

/**
 * GET /_domains/ask?domain=… answers 200 for a host name that is shown here and 404 for any other,
 * for a proxy that obtains certificates on demand (docs/operations.md). All verified host names are
 * kept for some seconds, read as a visitor reads them: a host name that somebody invents costs no
 * query.
 */
export function createDomainsApi({ config, log, fetch }: DomainsDeps): Domains {
  const { siteUrl, anonKey } = config;
  const site = new URL(siteUrl);
  const directory = createDirectory<OwnHost>({ read: readAll, log });
  const app = new Hono();
  app.get("/ask", async (context) => {
    const found = await findByHost(context.req.query("domain") ?? "");
    return found ? context.text("verified") : context.text("unknown", 404);
  });
  return {
    app,
    findOwnHost: (address) => findByHost(new URL(address).hostname),
    forget: directory.forget,
  };

  async function findByHost(named: string): Promise<OwnHost | null> {
    const host = named.toLowerCase().replace(/\.$/, "");
    if (host === site.hostname || !mayBeOwn(host)) return null;
    return (await directory.current()).get(host) ?? null;
  }

  async function readAll(): Promise<Map<string, OwnHost>> {
    const hosts = new Map<string, OwnHost>();
    let last = "";
    for (;;) {
      const rows = await readAfter(last);
      for (const { id, public_slug: slug, verified_domain: host } of rows) {
        const origin = `${site.protocol}//${host}${site.port && `:${site.port}`}`;
        hosts.set(host, { origin, dealershipId: id, slug });
        last = host;
      }
      if (rows.length < rowsAtOnce) return hosts;
    }
  }

  async function readAfter(last: string): Promise<z.infer<typeof Row>[]> {
    const query = new URLSearchParams({
      select: "id,public_slug,verified_domain",
      role: "eq.concesionario",
      verified_domain: `gt.${last}`,
      order: "verified_domain",
      limit: String(rowsAtOnce),
    });
    const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
    const answer = await fetch(new Request(`${siteUrl}/rest/v1/profiles?${query}`, { headers }));
    if (!answer.ok) throw new Error(`REST answered ${answer.status}`);
    return z.array(Row).parse(await answer.json());
  }
}

/** Whether a name can be one of the open internet: no single label and no address in numbers. */
function mayBeOwn(host: string): boolean {
  return /\.[a-z][a-z0-9-]*$/.test(host);
}

const freshMs = 10_000;
/** How soon after a failure it is tried again. */
const pauseMs = 1_000;

type Source<Entry> = {
  read(): Promise<Map<string, Entry>>;
  log: Logger;
  now?: () => number;
};

/**
 * A list that is read as a whole when it is asked for and older than ten seconds, once for all who
 * wait. While it cannot be read, the last one holds; at first, an empty one.
 */
export function createDirectory<Entry>({ read, log, now = Date.now }: Source<Entry>) {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let staleAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let changes = 0;

  async function renew(): Promise<void> {
    const changesBefore = changes;
    const found = await read().catch((error: unknown) => {
      log.warn({ err: error }, "own host names cannot be read");
      return null;
    });
    if (changes !== changesBefore) return;
    entries = found ?? entries;
    staleAt = now() + (found ? freshMs : pauseMs);
    reading = undefined;
  }

  return {
    async current(): Promise<ReadonlyMap<string, Entry>> {
      // What was read while something changed may be old already.
      while (now() >= staleAt) {
        reading ??= renew();
        await reading;
      }
      return entries;
    },
    /** Something has changed: whoever asks from here on waits for what is read from here on. */
    forget(): void {
      changes += 1;
      staleAt = Number.NEGATIVE_INFINITY;
      reading = undefined;
    },
  };
}
