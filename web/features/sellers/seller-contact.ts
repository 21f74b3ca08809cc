import type { ShownSeller } from "./attribution.ts";
import { type ContactLinks, contactLinks } from "./contact-links.ts";

/** A seller ready to be shown: what a loader can compute, so that browsers need no code for it. */
export type SellerContact = {
  /** Who receives inquiries and referrals. */
  id: string;
  name: string;
  /** The dealership that a vendedor sells for, else what the seller says of themselves. */
  subtitle: string | null;
  logo: string | null;
  /** Whether that is a person's portrait. */
  isPerson: boolean;
  links: ContactLinks;
  /** The contact card as a file, null without a public page. */
  file: string | null;
  /** What the QR code leads to. */
  qrAddress: string;
  /**
   * How the card is laid out, on the page of a vendedor; left out, the picture stands beside the
   * name.
   */
  header?: CardHeader;
};

/**
 * Picture above or beside the name, and whether the name is written, or left to a logo that says
 * it.
 */
export type CardHeader = { layout: "centered" | "classic"; name: "written" | "in-logo" };

/** Takes who is shown, what a WhatsApp message to them says and where the QR code leads. */
export function sellerContact(
  seller: ShownSeller,
  { question, qrAddress }: { question: string; qrAddress: string },
): SellerContact {
  const { id, name, slug, logo, tagline, worksFor } = seller;
  return {
    id,
    name,
    subtitle: worksFor ? `Vendedor de ${worksFor}` : (tagline ?? null),
    logo: logo ?? null,
    isPerson: seller.hasPortrait,
    links: contactLinks(seller, question),
    file: slug && contactFilePath(slug),
    qrAddress,
  };
}

/**
 * Where the server gives out a contact card: a plain link, since the browsers inside other apps
 * save no file that a script made.
 */
export function contactFilePath(slug: string): string {
  return `/vcard/${slug}.vcf`;
}
