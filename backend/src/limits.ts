/**
 * Resource limits of one process. Rate limits are counted in the database (auth/limits.ts, and a
 * product's own SQL). Slow clients and floods are the proxy's task (docs/operations.md).
 */

const kB = 1024;
const MB = 1024 * kB;

/** Limits that Node enforces on each connection. */
export const connectionLimits = {
  /** An 8 MB photo on a slow line takes most of this. */
  requestMs: 120_000,
  /** Headers fit into one or two packets. */
  headersMs: 15_000,
  /** Longer than a proxy's idle timeout, so that the proxy closes the connection. */
  keepAliveMs: 65_000,
  /** A client that does not read its response occupies memory. */
  idleTimeoutMs: 120_000,
  /** 500 concurrent uploads, and other requests. */
  connections: 2_000,
  /** Behind a load balancer, connections must not live forever. */
  requestsPerConnection: 10_000,
  /** A URL of 16,000 characters may be repeated as the Referer, and a token takes up to 8 kB. */
  headerBytes: 32 * kB,
  /** Browsers and proxies send about thirty. */
  headers: 200,
  /** Two hundred ids in one `in.(…)`. */
  addressCharacters: 16_000,
  /** How long a stop waits for requests in flight. */
  graceMs: 10_000,
};

/** Per area. Requests beyond the limit get 503 with Retry-After. */
export const admissionLimits = {
  /** Most of them only wait for the database. */
  concurrency: 40,
  /** Five clients that wait for a locked table fill all slots; four do not. */
  perClient: 8,
  /** What 200 requests per second handle within the longest wait. */
  queue: 1_000,
  /** A client with 100 connections may have two requests in flight on each. */
  queuePerClient: 200,
  /** Longer than users look at an empty page. */
  waitMs: 5_000,
  /** Bytes of bodies and responses held in memory, in total and per client. */
  memory: 96 * MB,
  memoryPerClient: 32 * MB,
  /** Smaller ones are not counted: a connection itself takes as much. */
  countedFrom: 128 * kB,
  retryAfterSeconds: 2,
};

export type AdmissionLimits = typeof admissionLimits;

/**
 * Shares of PostgreSQL's default 100 connections for callers: in total, per client and for all
 * visitors together.
 */
export const callerShares = {
  /** Statements are short, so few connections suffice. Visitors' requests leave three to others. */
  statements: share({
    concurrency: 14,
    perClient: 5,
    visitors: 11,
    queue: 800,
    queuePerClient: 200,
  }),
  transactions: share({
    concurrency: 5,
    perClient: 3,
    visitors: 3,
    queue: 300,
    queuePerClient: 100,
  }),
};

/** Shares for the owner. One client always leaves connections to others. */
export const ownerShares = {
  single: ownerShare(5),
  changes: ownerShare(3),
  storageSingle: ownerShare(3),
  storageChanges: ownerShare(2),
};

function ownerShare(concurrency: number) {
  const perClient = Math.ceil(concurrency / 2);
  return share({ concurrency, perClient, visitors: concurrency, queue: 600, queuePerClient: 200 });
}

/** Longer than users look at an empty page. */
function share<Limits>(limits: Limits) {
  return { ...limits, waitMs: 5_000 };
}

/** Timeouts of the database. */
export const databaseTimes = {
  connectMs: 3_000,
  /** For signed-in users. Visitors have less (3 s, as in Supabase). */
  statementMs: 15_000,
  visitorStatementMs: 3_000,
  /**
   * PostgreSQL ends transactions of a hanging process. Storage waits for its files, so it has more.
   */
  idleTransactionMs: 30_000,
  idleStorageTransactionMs: 120_000,
  /** If not even the error of a statement timeout arrives, the connection is abandoned. */
  readMs: 17_000,
  /** Readiness checks run on a separate connection. */
  probeMs: 2_000,
};

export type DatabaseTimes = typeof databaseTimes;

/** Time limits of a request to the S3 store. */
export const s3Times = {
  /** Socket idle timeouts: before the response, and between its chunks. */
  idleTimeoutMs: 5_000,
  chunkIdleTimeoutMs: 60_000,
  /** The time until the response, even if the store keeps sending; plus a share per byte sent. */
  answerMs: 10_000,
  answerMsPerByte: 1 / 128,
  /** For reading the error in a response. */
  errorTimeoutMs: 2_000,
  /** A failed request is only retried within this time. */
  retryWithinMs: 2_000,
};

/**
 * `count=estimated` counts up to this many rows (PostgREST's `db-max-rows`) and estimates beyond.
 */
export const maxCountedRows = 10_000;

/** Maximum body sizes in bytes, by kind of route. */
export const bodyLimits = {
  /** Inquiries, sign-ins and function arguments: a page of text. */
  visitor: 64 * kB,
  /** Rows sent by a signed-in user. */
  rows: 2 * MB,
  /** A photo; our web app scales it down before the upload. */
  file: 8 * MB,
  /** The parts of a multipart body besides the file. */
  fileEnvelope: 64 * kB,
};

/** Limits of pictures and of processing them. */
export const pictureLimits = {
  /** The largest phone cameras have 50 million pixels. */
  pixels: 50_000_000,
  /** A picture one pixel wide and fifty million high takes a quarter of a minute to decode. */
  side: 65_535,
  /** Larger pictures are scaled down to this longest side, in pixels. */
  keptSide: 1920,
  /** Of the decoding process. It takes 90 MB itself, and 170 more for a progressive photo. */
  memory: 320 * MB,
  /** Five times the slowest accepted picture. */
  ms: 15_000,
};

/** Limits for work that occupies a thread or much memory; the rest is queued. */
export const workLimits = {
  /** A hash occupies one of Node's four threads for 60 ms; files and DNS need the others. */
  hashes: { concurrency: 2, perClient: 2, queue: 200, queuePerClient: 40, waitMs: 10_000 },
  /** Uploads and renditions share one queue: a decoder takes up to `pictureLimits.memory`. */
  pictures: { concurrency: 1, perClient: 1, queue: 500, queuePerClient: 100, waitMs: 60_000 },
  /** Node has four threads for files, so a hanging disk leaves one free. */
  diskWrites: { concurrency: 3, perClient: 3, queue: 1_000, queuePerClient: 1_000, waitMs: 20_000 },
};
