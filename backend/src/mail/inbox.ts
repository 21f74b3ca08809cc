import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import { html, raw } from "hono/html";
import type { Email } from "postal-mime";
import type { Words } from "../hooks.ts";
import { isLoopback } from "../http/client-address.ts";
import { hasCode } from "../postgres/failures.ts";

/**
 * Shows the mails of the file transport, on the developer's machine only: their links open
 * accounts.
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

/** Rejects foreign host names (DNS rebinding) and requests through a proxy. */
const onlyFromHere: MiddlewareHandler = async (context, next) => {
  const { host = "", ...headers } = context.req.header();
  const isForwarded = Object.keys(headers).some((name) => ofProxies.test(name));
  return isLoopback(host.replace(/:\d+$/, "")) && !isForwarded ? next() : context.notFound();
};

/** Headers that proxies add. */
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

const maxListed = 100;
const fileName = /^[\dTZ]+-[0-9a-f-]{36}$/;

/** The newest first: file names begin with the time. */
async function listMails(folder: string): Promise<WrittenMail[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith(".eml")).map((file) => file.slice(0, -4));
  const newest = names.sort().reverse().slice(0, maxListed);
  const mails = await Promise.all(newest.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

/** Returns one mail, or null if the name is not one of ours or the file is gone. */
async function readMail(folder: string, name: string): Promise<WrittenMail | null> {
  if (!fileName.test(name)) return null;
  try {
    const source = await readFile(join(folder, `${name}.eml`));
    const { default: PostalMime } = await import("postal-mime");
    return toWrittenMail(name, await PostalMime.parse(source));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** `name` is the file name without its extension, and the mail's path below /_mail. */
function toWrittenMail(name: string, email: Email) {
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

type WrittenMail = ReturnType<typeof toWrittenMail>;
type Markup = ReturnType<typeof html>;

function renderList(words: Words, mails: WrittenMail[]): Markup {
  const { title, refresh, hint, empty, noSubject } = words.inbox;
  const rows = mails.map(
    (mail) => html`<li><a class="row" href="/_mail/${mail.name}">
<span class="to">${mail.to}</span>
<span class="subject">${mail.subject ?? noSubject}</span>
${renderDate(words, mail.date)}
</a></li>`,
  );
  return renderPage(
    words,
    title,
    html`<header><h1>${title}</h1><a class="button" href="/_mail">${refresh}</a></header>
<p class="hint">${hint}</p>
${rows.length > 0 ? html`<ul class="list">${rows}</ul>` : html`<p class="empty">${empty}</p>`}`,
  );
}

/** Plain text with links, and the HTML in a sandboxed frame without scripts. */
function renderMail(words: Words, mail: WrittenMail): Markup {
  const { back, to, from, date, formatted, plain, noSubject } = words.inbox;
  const subject = mail.subject ?? noSubject;
  return renderPage(
    words,
    subject,
    html`<header><a class="button" href="/_mail">${back}</a></header>
<article>
<h1>${subject}</h1>
<dl><dt>${to}</dt><dd>${mail.to}</dd><dt>${from}</dt><dd>${mail.from}</dd><dt>${date}</dt><dd>${renderDate(words, mail.date)}</dd></dl>
${
  mail.html
    ? html`<iframe title="${formatted}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${mail.html}"></iframe>`
    : ""
}
<h2>${plain}</h2>
<pre>${linkAddresses(mail.text)}</pre>
</article>`,
  );
}

function renderMissing(words: Words): Markup {
  const { missing, back } = words.inbox;
  return renderPage(
    words,
    missing,
    html`<header><h1>${missing}</h1></header><p><a class="button" href="/_mail">${back}</a></p>`,
  );
}

function renderPage({ language }: Words, title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

function renderDate({ language }: Words, date: Date | undefined): Markup | string {
  if (!date) return "";
  const text = date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

function linkAddresses(text: string): (Markup | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

/** The inbox is served without the web app, so it has its own styles. */
const styles = `
:root { color-scheme: light dark; --ink: #0f172a; --soft: #526077; --line: #e2e8f0; --paper: #fff; --ground: #f1f5f9; --link: #1e3a8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1f5f9; --soft: #a3b1c6; --line: #2b3a52; --paper: #16213a; --ground: #0b1223; --link: #a9c1ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 780px; margin: 0 auto; padding: 32px 16px 64px; }
header { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin-bottom: 12px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 14px; color: var(--soft); font-weight: 600; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid #ff6a00; outline-offset: 2px; border-radius: 8px; }
.button { display: inline-block; padding: 8px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); text-decoration: none; font-size: 14px; font-weight: 600; white-space: nowrap; }
.hint { margin: 0 0 24px; color: var(--soft); font-size: 14px; }
.empty { padding: 48px 16px; border: 1px dashed var(--line); border-radius: 14px; text-align: center; color: var(--soft); }
.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; background: var(--paper); }
.list li + li { border-top: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 18px; color: inherit; text-decoration: none; }
.row:hover .subject { text-decoration: underline; }
.subject { grid-row: 1; font-weight: 600; overflow-wrap: anywhere; }
.to { grid-row: 2; grid-column: 1 / -1; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
time { color: var(--soft); font-size: 14px; white-space: nowrap; }
article { padding: 24px; border: 1px solid var(--line); border-radius: 14px; background: var(--paper); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 20px; font-size: 14px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 740px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
pre { margin: 0; padding: 16px; border-radius: 10px; background: var(--ground); font: 14px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
