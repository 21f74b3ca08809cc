import { Hono, type MiddlewareHandler } from "hono";
import { renderList, renderMail, renderMissing } from "./pages.ts";
import { listMails, readMail } from "./read-inbox.ts";

/**
 * The inbox at /_mail for a site on one's own machine: what the file transport wrote, since nothing was sent. Never mounted
 * elsewhere: mails hold links that open accounts.
 */
export function createInbox(folder: string): Hono {
  const inbox = new Hono();
  inbox.use(onlyByLocalName, withoutScripts);
  inbox.get("/", async (context) => context.html(renderList(await listMails(folder))));
  inbox.get("/:name", async (context) => {
    const mail = await readMail(folder, context.req.param("name"));
    return mail ? context.html(renderMail(mail)) : context.html(renderMissing(), 404);
  });
  return inbox;
}

const localName = /^(localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)(:\d+)?$/i;

/** A foreign name that was pointed at this machine (DNS rebinding) must not let a web page read mails. */
const onlyByLocalName: MiddlewareHandler = async (context, next) => {
  const host = context.req.header("host") ?? new URL(context.req.url).host;
  return localName.test(host) ? next() : context.notFound();
};

const withoutScripts: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("Cache-Control", "no-store");
  context.header("X-Frame-Options", "DENY");
  context.header(
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
};
