import type { ShownSeller } from "./attribution.ts";
import { contactCard, contactCardFileName } from "./contact-card.ts";

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
