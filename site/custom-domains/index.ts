import { Hono } from "hono";
import type { Logger } from "pino";
import { z } from "zod";

/** A dealership's verified custom domain. */
export type DealershipDomain = {
  /** The origin, with the scheme and port of SITE_URL and without a trailing slash. */
  origin: string;
  dealershipId: string;
  slug: string;
};

/** Looks up custom domains. */
export type Domains = {
  app: Hono;
  /** Returns null for the site's own host and for an unverified or missing host name. */
  findCustomDomain(address: string): Promise<DealershipDomain | null>;
  /**
   * Call after a domain was verified in this process, so that it works immediately. Other processes
   * see it at their next read.
   */
  invalidate(): void;
};

type DomainsDeps = {
  config: { siteUrl: string; anonKey: string };
  log: Logger;
  /** Calls the API in this process, without the network. */
  fetch(request: Request): Response | Promise<Response>;
};

const Row = z.object({ id: z.guid(), public_slug: z.string(), verified_domain: z.string() });
const batchSize = 1_000;

/**
 * GET /_domains/ask?domain=… returns 200 for a verified custom domain and 404 for any other, for a
 * proxy that obtains certificates on demand (docs/operations.md). All verified domains are read at
 * once, with the anonymous key, and cached for some seconds, so an invented host name costs no
 * query.
 */
export function createDomainsApi({ config, log, fetch }: DomainsDeps): Domains {
  const { siteUrl, anonKey } = config;
  const site = new URL(siteUrl);
  const domains = createReloadingMap<DealershipDomain>({ read: readAll, log });
  const app = new Hono();
  app.get("/ask", async (context) => {
    const found = await findByHost(context.req.query("domain") ?? "");
    return found ? context.text("verified") : context.text("unknown", 404);
  });
  return {
    app,
    findCustomDomain: (address) => findByHost(new URL(address).hostname),
    invalidate: domains.invalidate,
  };

  async function findByHost(named: string): Promise<DealershipDomain | null> {
    const host = named.toLowerCase().replace(/\.$/, "");
    if (host === site.hostname || !mayBeCustomDomain(host)) return null;
    return (await domains.current()).get(host) ?? null;
  }

  async function readAll(): Promise<Map<string, DealershipDomain>> {
    const hosts = new Map<string, DealershipDomain>();
    let last = "";
    for (;;) {
      const rows = await readAfter(last);
      for (const { id, public_slug: slug, verified_domain: host } of rows) {
        const origin = `${site.protocol}//${host}${site.port && `:${site.port}`}`;
        hosts.set(host, { origin, dealershipId: id, slug });
        last = host;
      }
      if (rows.length < batchSize) return hosts;
    }
  }

  async function readAfter(last: string): Promise<z.infer<typeof Row>[]> {
    const query = new URLSearchParams({
      select: "id,public_slug,verified_domain",
      role: "eq.concesionario",
      verified_domain: `gt.${last}`,
      order: "verified_domain",
      limit: String(batchSize),
    });
    const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
    const answer = await fetch(new Request(`${siteUrl}/rest/v1/profiles?${query}`, { headers }));
    if (!answer.ok) throw new Error(`REST returned ${answer.status}`);
    return z.array(Row).parse(await answer.json());
  }
}

/** Whether a name can be a public host name: not a single label, not an IP address. */
function mayBeCustomDomain(host: string): boolean {
  return /\.[a-z][a-z0-9-]*$/.test(host);
}

const maxAgeMs = 10_000;
/** Delay before a retry after a failed read. */
const retryDelayMs = 1_000;

type Source<Entry> = {
  read(): Promise<Map<string, Entry>>;
  log: Logger;
  now?: () => number;
};

/**
 * A map that is reloaded as a whole on access once it is older than ten seconds; concurrent callers
 * share the read. If a read fails, the previous entries (at first none) remain.
 */
export function createReloadingMap<Entry>({ read, log, now = Date.now }: Source<Entry>) {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let staleAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let changes = 0;

  async function reload(): Promise<void> {
    const changesBefore = changes;
    const found = await read().catch((error: unknown) => {
      log.warn({ err: error }, "custom domains cannot be read");
      return null;
    });
    if (changes !== changesBefore) return;
    entries = found ?? entries;
    staleAt = now() + (found ? maxAgeMs : retryDelayMs);
    reading = undefined;
  }

  return {
    async current(): Promise<ReadonlyMap<string, Entry>> {
      // A read that started before a change may be outdated.
      while (now() >= staleAt) {
        reading ??= reload();
        await reading;
      }
      return entries;
    },
    /** Invalidates the entries: later callers wait for a new read. */
    invalidate(): void {
      changes += 1;
      staleAt = Number.NEGATIVE_INFINITY;
      reading = undefined;
    },
  };
}
