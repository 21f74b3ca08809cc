/**
 * How much this process takes on. How often somebody may do something is counted in the database:
 * auth/limits.ts, and a product's own SQL. A proxy bounds slow clients and floods
 * (docs/operations.md).
 */

const kB = 1024;
const MB = 1024 * kB;

/** What Node itself enforces on every connection. */
export const connectionLimits = {
  /** A photo of 8 MB over a slow line takes most of it. */
  requestMs: 120_000,
  /** Headers are one packet or two. */
  headersMs: 15_000,
  /** Longer than a proxy keeps an idle connection, so that it is the proxy that closes. */
  keepAliveMs: 65_000,
  /** Whoever takes in nothing of an answer holds its memory. */
  silenceMs: 120_000,
  /** 500 uploads at once, and the readers beside them. */
  connections: 2_000,
  /** A connection does not live for ever behind a balancer. */
  requestsPerConnection: 10_000,
  /** An address of 16,000 characters can come again as the Referer; a token has 8 kB at most. */
  headerBytes: 32 * kB,
  /** Browsers and proxies send some thirty. */
  headers: 200,
  /** Two hundred ids in one `in.(…)`. */
  addressCharacters: 16_000,
  /** How long a stop waits for what is under way. */
  graceMs: 10_000,
};

/** Of each area: what comes beyond it is answered 503 with Retry-After. */
export const admissionLimits = {
  /** Enough wait for nothing but the database. */
  atOnce: 40,
  /** Five clients who wait for a locked table leave no place; four do. */
  perClient: 8,
  /** What is done within the longest wait at 200 requests a second. */
  queue: 1_000,
  /** A client with 100 connections may have two requests on its way on each. */
  queuePerClient: 200,
  /** Nobody looks longer at an empty page. */
  waitMs: 5_000,
  /** Bodies and answers that are held in memory, of all and of one client. */
  memory: 96 * MB,
  memoryPerClient: 32 * MB,
  /** Smaller ones are not counted: connections take as much. */
  countedFrom: 128 * kB,
  retryAfterSeconds: 2,
};

/**
 * Of PostgreSQL's 100 by default: what callers' statements and transactions take, of one client and
 * of all visitors together.
 */
export const callerShares = {
  /** A short statement is done before the next comes; three stay free of visitors. */
  statements: share({ atOnce: 14, perClient: 5, visitors: 11, queue: 800, queuePerClient: 200 }),
  transactions: share({ atOnce: 5, perClient: 3, visitors: 3, queue: 300, queuePerClient: 100 }),
};

/** The same of the owner, where one client leaves one connection at least to others. */
export const ownerShares = {
  single: ownerShare(5),
  changes: ownerShare(3),
  storageSingle: ownerShare(3),
  storageChanges: ownerShare(2),
};

function ownerShare(atOnce: number) {
  const perClient = Math.ceil(atOnce / 2);
  return share({ atOnce, perClient, visitors: atOnce, queue: 600, queuePerClient: 200 });
}

/** Nobody looks longer at an empty page. */
function share<Limits>(limits: Limits) {
  return { ...limits, waitMs: 5_000 };
}

/** How long PostgreSQL may take for what it is asked. */
export const databaseTimes = {
  connectMs: 3_000,
  /** What people ask; what anybody may ask is over sooner (Supabase: 3 s too). */
  statementMs: 15_000,
  visitorStatementMs: 3_000,
  /** PostgreSQL ends what a process that stands still left open; storage waits for its files. */
  idleTransactionMs: 30_000,
  idleStorageTransactionMs: 120_000,
  /** Where not even the end of a statement that took too long comes, the connection is left. */
  readMs: 17_000,
  /** Whether PostgreSQL answers is known sooner, over a connection of its own. */
  probeMs: 2_000,
};

export type DatabaseTimes = typeof databaseTimes;

/** With `count=estimated` so many rows are counted (PostgREST, `db-max-rows`), and more guessed. */
export const mostCounted = 10_000;

/** The largest body that each route reads. */
export const bodyLimits = {
  /** Inquiries, sign-ins and arguments of functions: a page of text. */
  visitor: 64 * kB,
  /** Rows of a signed-in person. */
  rows: 2 * MB,
  /** A photo, which our browsers make smaller before they send it. */
  file: 8 * MB,
  /** What a multipart body has besides the file. */
  fileEnvelope: 64 * kB,
};

/** What a picture may be, what is kept of it, and what making that may take. */
export const pictureLimits = {
  /** The largest phone cameras give 50 million. */
  pixels: 50_000_000,
  /** A picture one pixel wide and fifty million high takes a quarter of a minute to decode. */
  side: 65_535,
  /** Larger pictures are scaled down to this longest side, in pixels. */
  keptSide: 1920,
  /** The process that decodes it, which has 90 MB itself: a progressive photo takes 170 more. */
  memory: 320 * MB,
  /** Five times what the slowest takes that is let in. */
  ms: 15_000,
};

/** Work that holds a thread or a lot of memory; the rest waits in line. */
export const workLimits = {
  /** A hash holds one of Node's four threads for 60 ms; files and names need the others. */
  hashes: { atOnce: 2, perClient: 2, queue: 200, queuePerClient: 40, waitMs: 10_000 },
  /** Uploads and renditions in one line: a decoder takes up to `pictureLimits.memory`. */
  pictures: { atOnce: 1, perClient: 1, queue: 500, queuePerClient: 100, waitMs: 60_000 },
  /** Node has four threads for files, and a disk that stands still leaves one to others. */
  diskWrites: { atOnce: 3, perClient: 3, queue: 1_000, queuePerClient: 1_000, waitMs: 20_000 },
};
