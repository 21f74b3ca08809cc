import { html, raw } from "hono/html";
import type { WrittenMail } from "./read-inbox.ts";
import { styles } from "./styles.ts";

type Markup = ReturnType<typeof html>;

/** All mails, newest first. */
export function renderList(mails: WrittenMail[]): Markup {
  const rows = mails.map(
    (mail) => html`<li><a class="row" href="/_mail/${mail.name}">
<span class="to">${mail.to}</span>
<span class="subject">${mail.subject}</span>
${renderDate(mail.date)}
</a></li>`,
  );
  return renderPage(
    "Correo de prueba",
    html`<header><h1>Correo de prueba</h1><a class="button" href="/_mail">Actualizar</a></header>
<p class="hint">Aquí no sale ningún correo: sin servidor de correo (SMTP_URL), los mensajes se guardan en este equipo y se leen en esta página.</p>
${rows.length > 0 ? html`<ul class="list">${rows}</ul>` : html`<p class="empty">Todavía no hay mensajes.</p>`}`,
  );
}

/** One mail: its plain text with links that work, and its HTML in a frame that may run nothing. */
export function renderMail(mail: WrittenMail): Markup {
  return renderPage(
    mail.subject,
    html`<header><a class="button" href="/_mail">← Todos los mensajes</a></header>
<article>
<h1>${mail.subject}</h1>
<dl><dt>Para</dt><dd>${mail.to}</dd><dt>De</dt><dd>${mail.from}</dd><dt>Fecha</dt><dd>${renderDate(mail.date)}</dd></dl>
${
  mail.html
    ? html`<iframe title="Mensaje con formato" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${mail.html}"></iframe>`
    : ""
}
<h2>Texto sin formato</h2>
<pre>${linkAddresses(mail.text)}</pre>
</article>`,
  );
}

/** For a mail that is not there. */
export function renderMissing(): Markup {
  return renderPage(
    "Mensaje no encontrado",
    html`<header><h1>Mensaje no encontrado</h1></header><p><a class="button" href="/_mail">← Todos los mensajes</a></p>`,
  );
}

function renderPage(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

function renderDate(date: Date | undefined): Markup | string {
  if (!date) return "";
  const text = date.toLocaleString("es", { dateStyle: "medium", timeStyle: "short" });
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

function linkAddresses(text: string): (Markup | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
