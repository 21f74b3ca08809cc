import { createHash } from "node:crypto";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import aws4 from "aws4";
import { s3Times } from "../../limits.ts";
import type { S3Settings, S3Times } from "../../settings.ts";
import { StoreUnreachable } from "./storage-backend.ts";

/** `key` is "" for the bucket itself. All requests that we send are idempotent. */
type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
};

/** The store rejected the request. `code` is S3's error code, such as NoSuchKey. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The S3 store answers ${status} ${code}`);
    this.name = "S3Refusal";
    this.status = status;
    this.code = code;
  }
}

const pausesMs = [30, 150, 600];

/** A client for one bucket. Sends nothing before the first request. */
export function createS3Client(settings: S3Settings) {
  const { protocol } = new URL(settings.endpoint);
  const { request, Agent } = protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 });
  const place = placeOf(settings);

  function attempt(wanted: S3Request, times: S3Times): Promise<IncomingMessage> {
    const signed: RequestOptions = signRequest(settings, place, wanted);
    return new Promise((resolve, reject) => {
      const sent = request({ ...signed, protocol, agent, ...place.connection });
      sent.setTimeout(times.idleTimeoutMs, () =>
        sent.destroy(new Error("The S3 store does not respond")),
      );
      // A store that keeps sending, such as 100 Continue, never triggers the idle timeout.
      const timeoutMs = times.answerMs + (wanted.body?.length ?? 0) * times.answerMsPerByte;
      const timer = setTimeout(() => sent.destroy(tooSlow()), timeoutMs);
      sent.once("close", () => clearTimeout(timer));
      sent.once("error", (error) => reject(new StoreUnreachable(error)));
      sent.once("response", (answer) => {
        clearTimeout(timer);
        sent.on("error", () => undefined);
        sent.setTimeout(times.chunkIdleTimeoutMs);
        resolve(answer);
      });
      sent.end(wanted.body);
    });
  }

  return {
    /**
     * Returns the response once its headers arrive; its body must be read or destroyed. Throws
     * StoreUnreachable after several attempts, and S3Refusal.
     */
    async send(wanted: S3Request): Promise<IncomingMessage> {
      const times = { ...s3Times, ...settings.times };
      const started = performance.now();
      for (const pauseMs of [...pausesMs, null]) {
        try {
          return await accept(await attempt(wanted, times), times);
        } catch (error) {
          const isOver = pauseMs === null || performance.now() - started > times.retryWithinMs;
          if (isOver || !(error instanceof StoreUnreachable)) throw error;
          await pause(pauseMs * (0.5 + Math.random()));
        }
      }
      throw new StoreUnreachable(null);
    },
  };
}

export type S3Client = ReturnType<typeof createS3Client>;

/** The bucket's location: connection, Host header and path prefix. */
type Place = { connection: { hostname: string; port: string }; host: string; path: string };

function placeOf({ endpoint, bucket, forcePathStyle }: S3Settings): Place {
  const url = new URL(endpoint);
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const base = url.pathname.replace(/\/$/, "");
  return {
    connection: { hostname: url.hostname.replace(/^\[|\]$/g, ""), port: url.port },
    host: url.host,
    path: forcePathStyle ? `${base}/${bucket}` : base,
  };
}

/** Signs a request with the hash of its body (SigV4), so that the store detects altered bytes. */
function signRequest(
  { region, accessKeyId, secretAccessKey }: S3Settings,
  { host, path }: Place,
  { method, key, query, headers, body }: S3Request,
) {
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const content = body && {
    "Content-Length": String(body.length),
    "Content-Type": "application/octet-stream",
  };
  const hash = createHash("sha256").update(body ?? new Uint8Array());
  const unsigned = {
    service: "s3",
    region,
    method,
    path: `${key === "" && path !== "" ? path : `${path}/${key}`}${search}`,
    headers: { ...headers, ...content, Host: host, "X-Amz-Content-Sha256": hash.digest("hex") },
  };
  return aws4.sign(unsigned, { accessKeyId, secretAccessKey });
}

/** 429 and 5xx mean that a retry may succeed. */
async function accept(
  answer: IncomingMessage,
  { errorTimeoutMs }: S3Times,
): Promise<IncomingMessage> {
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return answer;
  const code = await readErrorCode(answer, errorTimeoutMs);
  const refusal = new S3Refusal(status, code);
  throw status === 429 || status >= 500 ? new StoreUnreachable(refusal) : refusal;
}

const maxErrorLength = 64 * 1024;

async function readErrorCode(answer: IncomingMessage, timeoutMs: number): Promise<string> {
  let text = "";
  const timer = setTimeout(() => answer.destroy(tooSlow()), timeoutMs);
  try {
    for await (const part of answer.setEncoding("utf8")) {
      text += part;
      if (text.length > maxErrorLength) break;
    }
  } catch {
    // The status is enough.
  } finally {
    clearTimeout(timer);
  }
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? "without a reason";
}

function tooSlow(): Error {
  return new Error("The S3 store took too long");
}
