import type { ShownSeller } from "./attribution.ts";
import { splitName } from "./split-name.ts";

/** What a contact card tells; a missing field becomes empty (docs/product/digital-card.md). */
type ContactCard = {
  name: string;
  /** The dealership of a vendedor; one's own name for everybody else. */
  organisation: string;
  /** What a person does there; left out for a business. */
  title?: string | undefined;
  phone: string;
  /** The WhatsApp number, for those whose phone is another one or none. */
  mobile?: string | undefined;
  email: string;
  url: string;
  location: string;
  /** A small JPEG in base64. */
  photo?: string | undefined;
};

/**
 * The text of a vCard 3.0 file: values escaped, lines folded at 75 octets, CRLF between them (RFC
 * 2426).
 */
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
    // Phones file a business under its name only when told so; Android and Outlook skip the line.
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

/** The file's name: the contact's name without what file systems refuse. */
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

/** More than this many bytes of photo make a card that some phones refuse. */
const LARGEST_PHOTO = 100_000;

/**
 * The answer with a seller's contact card as a file. `url` stands in for an address on a map that
 * the seller did not give.
 */
export function contactFileResponse(
  seller: ShownSeller,
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

/**
 * A small JPEG in base64, for a card; undefined where it cannot be had: a card without its photo is
 * a card.
 */
export async function readPhoto(read: typeof fetch, address: string): Promise<string | undefined> {
  const response = await read(address).catch(() => null);
  if (!response?.ok || response.headers.get("content-type") !== "image/jpeg") return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > LARGEST_PHOTO) return undefined;
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** A number's last digits: they are alike however much of the country's code was typed. */
function lastDigits(phone: string): string {
  return phone.replaceAll(/\D/g, "").slice(-8);
}

/** For readers that know nothing but ASCII. */
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
