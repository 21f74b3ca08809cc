import { Hono, type MiddlewareHandler } from "hono";
import { isLoopback } from "#backend/http/loopback.ts";
import { renderList, renderMail, renderMissing } from "./pages.ts";
import { listMails, readMail } from "./read-inbox.ts";

/**
 * The inbox at /_mail for a site on one's own machine: what the file transport wrote, since nothing
 * was sent. Never mounted elsewhere: mails hold links that open accounts.
 */
export function createInbox(folder: string): Hono {
  const inbox = new Hono();
  inbox.use(onlyFromHere, withoutScripts);
  inbox.get("/", async (context) => context.html(renderList(await listMails(folder))));
  inbox.get("/:name", async (context) => {
    const mail = await readMail(folder, context.req.param("name"));
    return mail ? context.html(renderMail(mail)) : context.html(renderMissing(), 404);
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
