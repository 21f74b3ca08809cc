import { html, raw } from "hono/html";
import { defaultStyle } from "#contract/accounts/public-config.ts";
import type { MailContent, MailDetail, MailLink, MailSection, MailSite } from "./mail-content.ts";

type Markup = ReturnType<typeof html>;

/**
 * The HTML of a mail. Nested tables and inline styles, because Outlook renders with Word and Gmail
 * drops unknown styles; the style sheet is only for dark mode. hono's `html` escapes all values.
 */
export async function layOutMail(content: MailContent, site: MailSite): Promise<string> {
  const page = await html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${content.subject}</title>
<style>${darkStyles}</style>
${outlookStyles}
</head>
<body class="ground" style="margin:0;padding:0;background-color:#F1F5F9">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${content.preview}${afterPreview}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#F1F5F9">
<tr><td align="center" style="padding:32px 16px">
${outlookColumn.begin}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td class="link" style="padding:0 8px 20px;${dress.brand}">Vitrina<span style="color:${orange}">.</span></td></tr>
<tr><td class="card" bgcolor="#FFFFFF" style="border-radius:14px;border:1px solid #E2E8F0;padding:32px 28px 24px">
<h1 class="ink" style="margin:0 0 20px;${dress.heading}">${content.subject}</h1>
<p class="text" style="${dress.paragraph}">${content.greeting}</p>
${content.paragraphs.map((text) => html`<p class="text" style="${dress.paragraph}">${text}</p>`)}
${layOutDetails(content.details)}
${content.sections?.map(layOutSection) ?? ""}
${layOutQuote(content.quote)}
${layOutContacts(content.contacts)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0">
<tr>${layOutButton(content.action, navy)}</tr>
</table>
<p class="soft" style="${dress.small}">Si el botón no funciona, copia este enlace en tu navegador:<br>
<a class="link" href="${content.action.url}" target="_blank" rel="noopener" style="color:${navy};word-break:break-all">${content.action.url}</a></p>
${content.notes.map((text) => html`<p class="soft" style="${dress.small}">${text}</p>`)}
</td></tr>
<tr><td class="soft" style="padding:20px 8px 0;${dress.footer}">Vitrina · <a class="soft" href="${site.siteUrl}" style="color:#64748B">${site.siteUrl.replace(/^https?:\/\//, "")}</a>${content.unsubscribe && html` · <a class="soft" href="${content.unsubscribe.url}" style="color:#64748B">${content.unsubscribe.label}</a>`}</td></tr>
</table>
${outlookColumn.end}
</td></tr>
</table>
</body>
</html>`;
  return page.toString();
}

function layOutDetails(details: MailDetail[] = []): Markup | string {
  if (details.length === 0) return "";
  const rows = details.map(
    ({ label, value, url }) => html`<tr>
<td class="soft line" width="84" valign="top" style="padding:9px 12px 9px 0;border-bottom:1px solid #E2E8F0;${dress.label}">${label}</td>
<td class="ink line" valign="top" style="padding:9px 0;border-bottom:1px solid #E2E8F0;${dress.value}">${url ? html`<a class="link" href="${url}" target="_blank" rel="noopener" style="color:${navy}">${value}</a>` : value}</td>
</tr>`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px">${rows}</table>`;
}

/** A list with text on the left and a note on the right. */
function layOutSection({ title, rows, more }: MailSection): Markup {
  const lines = rows.map(
    ({ text, about, note, url }) => html`<tr>
<td class="line" valign="top" style="padding:9px 12px 9px 0;border-bottom:1px solid #E2E8F0;${dress.value}"><a class="link" href="${url}" target="_blank" rel="noopener" style="color:${navy}">${text}</a>${about && html`<br><span class="soft" style="${dress.label}">${about}</span>`}</td>
<td class="text line" align="right" valign="top" style="padding:9px 0;border-bottom:1px solid #E2E8F0;white-space:nowrap;${dress.note}">${note}</td>
</tr>`,
  );
  return html`<h2 class="ink" style="margin:28px 0 4px;${dress.section}">${title}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${lines}</table>
${more.map((text) => html`<p class="text" style="${dress.more}">${text}</p>`)}`;
}

/**
 * Keeps the line breaks of user text as <br>, since mail programs treat white-space differently.
 */
function layOutQuote(quote: string | undefined): Markup | string {
  if (!quote) return "";
  const lines = quote
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line, at) => html`${at > 0 ? html`<br>` : ""}${line}`);
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
<tr><td class="quote" bgcolor="#F8FAFC" style="padding:14px 18px;border-left:4px solid ${orange};background-color:#F8FAFC;${dress.quote}">${lines}</td></tr>
</table>`;
}

/** The first contact is a full-width button, the others are below it side by side. */
function layOutContacts([first, ...others]: MailLink[] = []): Markup | string {
  if (!first) return "";
  const cells = others.map(
    (link, at) =>
      html`${at > 0 ? html`<td width="3%" style="font-size:0;line-height:0">&nbsp;</td>` : ""}${layOutWay(link)}`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0">
<tr>${layOutButton(first, "#15803D", "display:block")}</tr>
</table>
${
  others.length > 0
    ? html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:10px 0 0"><tr>${cells}</tr></table>`
    : ""
}`;
}

/**
 * Outlook takes the padding from the cell, others from the link, so that the whole button is
 * clickable.
 */
function layOutButton(
  { label, url }: MailLink,
  colour: string,
  display = "display:inline-block",
): Markup {
  return html`<td align="center" bgcolor="${colour}" style="border-radius:10px;background-color:${colour};mso-padding-alt:14px 28px">
<a href="${url}" target="_blank" rel="noopener" style="${display};padding:14px 28px;${dress.button};color:#FFFFFF">${label}</a>
</td>`;
}

function layOutWay({ label, url }: MailLink): Markup {
  return html`<td class="way" align="center" width="48%" style="border-radius:10px;border:1px solid #CBD5E1;mso-padding-alt:13px 8px">
<a class="link" href="${url}" target="_blank" rel="noopener" style="display:block;padding:13px 8px;${dress.button};color:${navy}">${label}</a>
</td>`;
}

/** The plain-text version. Phone and mail addresses are among the details. */
export function writePlainText(content: MailContent, { siteUrl }: MailSite): string {
  const { details = [], sections = [], quote, contacts = [], unsubscribe } = content;
  const parts = [
    content.greeting,
    ...content.paragraphs,
    details.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    ...sections.map(writeSection),
    quote ? quote.replaceAll(/^/gm, "> ") : "",
    ...contacts.filter(({ url }) => url.startsWith("https:")).map(writeLink),
    writeLink(content.action),
    ...content.notes,
    unsubscribe ? writeLink(unsubscribe) : "",
    `--\nVitrina\n${siteUrl}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function writeSection({ title, rows, more }: MailSection): string {
  const lines = rows.map(
    ({ text, about, note, url }) =>
      `- ${[text, about, note].filter(Boolean).join(" · ")}\n  ${url}`,
  );
  return [title, ...lines, ...more].join("\n");
}

function writeLink({ label, url }: MailLink): string {
  return `${label}:\n${url}`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const navy: string = defaultStyle.hero_background_color;
const orange: string = defaultStyle.accent_color;

/** Inline styles by part of the mail. */
const dress = {
  brand: `${font};font-size:22px;font-weight:700;letter-spacing:-0.4px;color:${navy}`,
  heading: `${font};font-size:22px;line-height:29px;font-weight:700;color:#0F172A;word-break:break-word`,
  paragraph: `margin:0 0 16px;${font};font-size:16px;line-height:25px;color:#334155`,
  label: `${font};font-size:14px;line-height:22px;font-weight:400;color:#64748B`,
  value: `${font};font-size:16px;line-height:22px;font-weight:600;color:#0F172A;word-break:break-word`,
  section: `${font};font-size:17px;line-height:24px;font-weight:700;color:#0F172A`,
  note: `${font};font-size:15px;line-height:22px;color:#334155`,
  more: `margin:8px 0 0;${font};font-size:14px;line-height:21px;color:#334155`,
  quote: `${font};font-size:16px;line-height:25px;color:#334155;word-break:break-word`,
  button: `${font};font-size:16px;line-height:20px;font-weight:600;text-decoration:none`,
  small: `margin:0 0 10px;${font};font-size:13px;line-height:20px;color:#64748B`,
  footer: `${font};font-size:12px;line-height:18px;color:#64748B`,
};

/**
 * For programs that support dark mode (Apple Mail, Outlook's apps); others invert the inline
 * colours themselves.
 */
const darkStyles = raw(`
@media (prefers-color-scheme: dark) {
.ground { background-color: #0B1223 !important; }
.card { background-color: #16213A !important; border-color: #2B3A52 !important; }
.ink { color: #F1F5F9 !important; }
.text { color: #CBD5E1 !important; }
.soft { color: #A3B1C6 !important; }
.link { color: #A9C1FF !important; }
.line, .way { border-color: #2B3A52 !important; }
.quote { background-color: #0F1A30 !important; color: #CBD5E1 !important; }
}`);

/**
 * Mail programs fill the preview with the text that follows; this empty space keeps the body out.
 */
const afterPreview = raw("&#847;&zwnj;&nbsp;".repeat(60));

/**
 * Outlook on Windows ignores `max-width`, and falls back to Times if it does not know the first
 * font.
 */
const outlookStyles = raw(
  "<!--[if mso]><style>body,table,td,p,a,h1{font-family:'Segoe UI',Arial,sans-serif !important}</style><![endif]-->",
);
const outlookColumn = {
  begin: raw(
    '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" align="center"><tr><td><![endif]-->',
  ),
  end: raw("<!--[if mso]></td></tr></table><![endif]-->"),
};
