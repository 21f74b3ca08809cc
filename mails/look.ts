import { raw } from "hono/html";
import { standardStyle } from "#contract/public-config.ts";

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const navy: string = standardStyle.hero_background_color;
export const orange: string = standardStyle.accent_color;

/** The inline styles of a mail's parts. */
export const dress = {
  brand: `${font};font-size:22px;font-weight:700;letter-spacing:-0.4px;color:${navy}`,
  heading: `${font};font-size:22px;line-height:29px;font-weight:700;color:#0F172A;word-break:break-word`,
  paragraph: `margin:0 0 16px;${font};font-size:16px;line-height:25px;color:#334155`,
  label: `${font};font-size:14px;line-height:22px;color:#64748B`,
  value: `${font};font-size:16px;line-height:22px;font-weight:600;color:#0F172A;word-break:break-word`,
  quote: `${font};font-size:16px;line-height:25px;color:#334155;word-break:break-word`,
  button: `${font};font-size:16px;line-height:20px;font-weight:600;text-decoration:none`,
  small: `margin:0 0 10px;${font};font-size:13px;line-height:20px;color:#64748B`,
  footer: `${font};font-size:12px;line-height:18px;color:#64748B`,
};

/**
 * For programs that follow the reader's dark mode (Apple Mail, Outlook's apps); the others invert
 * the inline colours themselves.
 */
export const darkStyles = raw(`
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
 * Mail programs fill the line beside the subject with what comes next; so much empty width keeps
 * the mail's first words out of it.
 */
export const afterPreview = raw("&#847;&zwnj;&nbsp;".repeat(60));

/**
 * Outlook on Windows keeps to no `max-width`, and shows Times for a font stack whose first name it
 * does not know.
 */
export const outlookStyles = raw(
  "<!--[if mso]><style>body,table,td,p,a,h1{font-family:'Segoe UI',Arial,sans-serif !important}</style><![endif]-->",
);
export const outlookColumn = {
  begin: raw(
    '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" align="center"><tr><td><![endif]-->',
  ),
  end: raw("<!--[if mso]></td></tr></table><![endif]-->"),
};
