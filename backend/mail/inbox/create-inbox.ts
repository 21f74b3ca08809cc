import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import type { Email } from "postal-mime";
import type { Words } from "#backend/hooks.ts";
import { isLoopback } from "#backend/http/client-address.ts";
import { renderList, renderMail, renderMissing, type WrittenMail } from "./pages.ts";

/**
 * The inbox at /_mail for a site on one's own machine: what the file transport wrote, since nothing
 * was sent. Never mounted elsewhere: mails hold links that open accounts.
 */
export function createInbox(folder: string, words: Words): Hono {
  const inbox = new Hono();
  inbox.use(onlyFromHere, withoutScripts);
  inbox.get("/", async (context) => context.html(renderList(words, await listMails(folder))));
  inbox.get("/:name", async (context) => {
    const mail = await readMail(folder, context.req.param("name"));
    return mail ? context.html(renderMail(words, mail)) : context.html(renderMissing(words), 404);
  });
  return inbox;
}

/**
 * A foreign name that was pointed at this machine (DNS rebinding), or a proxy on it, must not let
 * others read mails.
 */
const onlyFromHere: MiddlewareHandler = async (context, next) => {
  const { host = "", ...headers } = context.req.header();
  const isForwarded = Object.keys(headers).some((name) => ofProxies.test(name));
  return isLoopback(host.replace(/:\d+$/, "")) && !isForwarded ? next() : context.notFound();
};

/** What proxies add to the requests that they pass on. */
const ofProxies =
  /^(x-(forwarded|original|real|client|cluster|envoy|proxy|amzn|appengine|azure)-|(true-client|client|fastly-client|fly-client)-ip$|cf-|x-forwarded$|forwarded$|via$)/;

const withoutScripts: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("Cache-Control", "no-store");
  context.header("X-Frame-Options", "DENY");
  context.header(
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
};

const mostListed = 100;
const fileName = /^[\dTZ]+-[0-9a-f-]{36}$/;

/**
 * The newest mails of the folder, newest first (names begin with the time); none when nothing was
 * written yet.
 */
async function listMails(folder: string): Promise<WrittenMail[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith(".eml")).map((file) => file.slice(0, -4));
  const newest = names.sort().reverse().slice(0, mostListed);
  const mails = await Promise.all(newest.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

/** One mail; null for a name that the file transport does not give, or a mail that is gone. */
async function readMail(folder: string, name: string): Promise<WrittenMail | null> {
  if (!fileName.test(name)) return null;
  try {
    const source = await readFile(join(folder, `${name}.eml`));
    const { default: PostalMime } = await import("postal-mime");
    return toWrittenMail(name, await PostalMime.parse(source));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function toWrittenMail(name: string, email: Email): WrittenMail {
  return {
    name,
    subject: email.subject,
    from: email.from?.address ?? "",
    to: (email.to ?? []).map(({ address }) => address ?? "").join(", "),
    date: email.date ? new Date(email.date) : undefined,
    html: email.html,
    text: email.text ?? "",
  };
}
