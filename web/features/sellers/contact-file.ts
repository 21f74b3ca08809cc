import type { PageSeller } from "./attribution.ts";
import { splitName } from "./split-name.ts";

/** Data of a contact card; missing fields become empty (docs/product/digital-card.md). */
type ContactCard = {
  name: string;
  /** A salesperson's dealership; for others their own name. */
  organisation: string;
  /** A person's job title; omitted for a business. */
  title?: string | undefined;
  phone: string;
  /** The WhatsApp number, if it differs from the phone. */
  mobile?: string | undefined;
  email: string;
  url: string;
  location: string;
  /** A small JPEG in base64. */
  photo?: string | undefined;
};

/** Writes a vCard 3.0: escaped values, lines folded at 75 octets, CRLF line ends (RFC 2426). */
export function contactCard(contact: ContactCard): string {
  const { title, mobile, photo } = contact;
  const name = escapeValue(contact.name);
  const isPerson = title !== undefined;
  const { given, family } = isPerson
    ? splitName(contact.name)
    : { given: contact.name, family: "" };
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${escapeValue(family)};${escapeValue(given)};;;`,
    `FN:${name}`,
    `ORG:${escapeValue(contact.organisation)}`,
    // Apple devices need this to file a business under its name; Android and Outlook ignore it.
    title ? `TITLE:${escapeValue(title)}` : "X-ABSHOWAS:COMPANY",
    `TEL;TYPE=WORK,VOICE:${escapeValue(contact.phone)}`,
    ...(mobile ? [`TEL;TYPE=CELL,VOICE:${escapeValue(mobile)}`] : []),
    `EMAIL:${escapeValue(contact.email)}`,
    `URL:${singleLine(contact.url)}`,
    `ADR;TYPE=WORK:;;${escapeValue(contact.location)};;;;`,
    ...(photo ? [`PHOTO;ENCODING=b;TYPE=JPEG:${photo}`] : []),
    "END:VCARD",
    "",
  ]
    .map(foldLine)
    .join("\r\n");
}

/** File name of a card: the contact's name without characters that file systems reject. */
export function contactCardFileName(name: string): string {
  return `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "").trim() || "contacto"}.vcf`;
}

function escapeValue(text: string): string {
  return text
    .trim()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n\p{Zl}\p{Zp}]/gu, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, "");
}

function singleLine(url: string): string {
  return url.trim().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "");
}

const MAX_LINE_OCTETS = 75;

function foldLine(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}

/** Some phones reject cards with larger photos, in bytes. */
const MAX_PHOTO_BYTES = 100_000;

/** The HTTP response with a seller's contact card. `url` replaces a missing map link. */
export function contactFileResponse(
  seller: PageSeller,
  { url, photo }: { url: string; photo: string | undefined },
): Response {
  const { name, phone, whatsapp } = seller;
  const isOneNumber = phone !== undefined && whatsapp?.endsWith(lastDigits(phone));
  const card = contactCard({
    name,
    organisation: seller.worksFor ?? name,
    title: seller.role === "vendedor" ? "Vendedor" : undefined,
    phone: phone ?? "",
    mobile: whatsapp && !isOneNumber ? `+${whatsapp}` : undefined,
    email: seller.email ?? "",
    url: seller.locationUrl ?? url,
    location: seller.location ?? "",
    photo,
  });
  const file = contactCardFileName(name);
  return new Response(card, {
    headers: {
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Disposition": `attachment; filename="${plainName(file)}"; filename*=UTF-8''${percentEncode(file)}`,
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** A small JPEG in base64, or undefined if it cannot be loaded; the card works without it. */
export async function readPhoto(read: typeof fetch, address: string): Promise<string | undefined> {
  const response = await read(address).catch(() => null);
  if (!response?.ok || response.headers.get("content-type") !== "image/jpeg") return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MAX_PHOTO_BYTES) return undefined;
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The last digits of a number, which are equal with and without the country code. */
function lastDigits(phone: string): string {
  return phone.replaceAll(/\D/g, "").slice(-8);
}

/** ASCII fallback of a file name. */
function plainName(file: string): string {
  return file
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .replaceAll(/[^ -~]/g, "_");
}

function percentEncode(file: string): string {
  return encodeURIComponent(file).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
