import { html } from "hono/html";
import type { MailContent, MailSite } from "./mail-content.ts";

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const navy = "#1E3A8A";
const orange = "#FF6A00";
const paragraph = `margin:0 0 16px;${font};font-size:16px;line-height:25px;color:#334155`;
const small = `margin:0 0 10px;${font};font-size:13px;line-height:20px;color:#64748B`;

/**
 * The HTML of a mail: nested tables and inline styles, since Outlook lays out with Word and Gmail drops what it does not know.
 * Everything that is put in is escaped by hono's `html`.
 */
export async function layOutMail(content: MailContent, site: MailSite): Promise<string> {
  const page = await html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<meta name="x-apple-disable-message-reformatting">
<title>${content.subject}</title>
</head>
<body style="margin:0;padding:0;background-color:#F1F5F9">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${content.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#F1F5F9">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td style="padding:0 8px 20px;${font};font-size:22px;font-weight:700;letter-spacing:-0.4px;color:${navy}">Vitrina<span style="color:${orange}">.</span></td></tr>
<tr><td bgcolor="#FFFFFF" style="border-radius:14px;border:1px solid #E2E8F0;padding:36px 32px 24px">
<h1 style="margin:0 0 20px;${font};font-size:22px;line-height:29px;font-weight:700;color:#0F172A">${content.subject}</h1>
<p style="${paragraph}">${content.greeting}</p>
${content.paragraphs.map((text) => html`<p style="${paragraph}">${text}</p>`)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0">
<tr><td bgcolor="${navy}" style="border-radius:10px;background-color:${navy}">
<a href="${content.action.url}" target="_blank" rel="noopener" style="display:inline-block;padding:14px 28px;${font};font-size:16px;font-weight:600;color:#FFFFFF;text-decoration:none">${content.action.label}</a>
</td></tr>
</table>
<p style="${small}">Si el botón no funciona, copia este enlace en tu navegador:<br>
<a href="${content.action.url}" target="_blank" rel="noopener" style="color:${navy};word-break:break-all">${content.action.url}</a></p>
${content.notes.map((text) => html`<p style="${small}">${text}</p>`)}
</td></tr>
<tr><td style="padding:20px 8px 0;${font};font-size:12px;line-height:18px;color:#64748B">Vitrina · <a href="${site.siteUrl}" style="color:#64748B">${site.siteUrl.replace(/^https?:\/\//, "")}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
  return page.toString();
}
