import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "../../src/settings.ts";
import { findFreePort } from "./find-free-port.ts";

const bucket = "test-files";

/** The suffix of the file that holds a key's bytes. */
const ending = "._S3rver_object";

/** A fake S3 server that can be paused and resumed. */
export type S3Server = {
  settings: S3Settings;
  /** The settings as environment variables. */
  environment: Record<string, string>;
  /** The requests so far, oldest first: `PUT objects/…`. */
  requests: string[];
  /** The keys of all stored objects. */
  keys(): string[];
  /** Stores an object with this age. */
  put(key: string, ageMs: number): void;
  /** Sets the age of an object. */
  age(key: string, ageMs: number): void;
  /** Lets `listener` respond instead of the server; null ends that. */
  answerWith(listener: RequestListener | null): void;
  /** Closes the port and all connections. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a server with one bucket. Requests without a valid signature are rejected. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "test-s3-"));
  const port = await findFreePort();
  const store = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  await store.configureBuckets();
  const serve = store.callback();
  const requests: string[] = [];
  let instead: RequestListener | null = null;

  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://store");
    requests.push(`${request.method} ${pathname.slice(bucket.length + 2)}`);
    if (instead) return instead(request, response);
    if (request.headers.authorization) return serve(request, response);
    response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
  };
  let server = await listenOn(port, listener);
  const root = join(directory, bucket);
  const fileOf = (key: string) => join(root, `${key}${ending}`);
  const age = (key: string, ageMs: number) => {
    const then = new Date(Date.now() - ageMs);
    utimesSync(fileOf(key), then, then);
  };
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-south-2",
    bucket,
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    forcePathStyle: true,
  };
  return {
    settings,
    environment: {
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    requests,
    keys: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).slice(0, -ending.length))
        .sort(),
    put: (key, ageMs) => {
      mkdirSync(dirname(fileOf(key)), { recursive: true });
      writeFileSync(fileOf(key), "bytes");
      age(key, ageMs);
    },
    age,
    answerWith: (other) => {
      instead = other;
    },
    pause: () => close(server),
    resume: async () => {
      server = await listenOn(port, listener);
    },
    stop: async () => {
      await close(server);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function listenOn(port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
