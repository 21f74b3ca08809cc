/** What a contact card tells; a missing field becomes empty (spec section 7, vCard). */
export type ContactCard = {
  name: string;
  phone: string;
  email: string;
  url: string;
  location: string;
};

/** The text of a vCard 3.0 file: values escaped, lines folded at 75 octets, CRLF between them (RFC 2426). */
export function contactCard(contact: ContactCard): string {
  const name = escapeValue(contact.name);
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${name};;;;`,
    `FN:${name}`,
    `ORG:${name}`,
    `TEL;TYPE=WORK,VOICE:${escapeValue(contact.phone)}`,
    `EMAIL:${escapeValue(contact.email)}`,
    `URL:${singleLine(contact.url)}`,
    `ADR;TYPE=WORK:;;${escapeValue(contact.location)};;;;`,
    "END:VCARD",
    "",
  ]
    .map(foldLine)
    .join("\r\n");
}

/** The file's name: the contact's name without what file systems refuse. */
export function contactCardFileName(name: string): string {
  return `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "").trim() || "contacto"}.vcf`;
}

function escapeValue(text: string): string {
  return text
    .trim()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

function singleLine(url: string): string {
  return url.trim().replaceAll(/\p{Cc}/gu, "");
}

const LONGEST_LINE = 75;

function foldLine(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LONGEST_LINE) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}
