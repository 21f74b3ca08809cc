import type { PageSeller } from "./attribution.ts";
import { type ContactLinks, contactLinks } from "./contact-links.ts";

/** A seller prepared by a loader, so that browsers need no code for it. */
export type SellerContact = {
  /** Profile ID of the recipient of inquiries and referrals. */
  id: string;
  name: string;
  /** A salesperson's dealership, else the seller's own subtitle. */
  subtitle: string | null;
  logo: string | null;
  /** True if the picture is a person's portrait. */
  isPerson: boolean;
  links: ContactLinks;
  /** URL of the contact card file; null without a public page. */
  file: string | null;
  /** Target of the QR code. */
  qrAddress: string;
  /** Layout of the card on a salesperson's page; by default the picture is next to the name. */
  header?: CardHeader;
};

/** Picture above or next to the name; the name as text, or as part of the logo. */
export type CardHeader = { layout: "centered" | "classic"; name: "written" | "in-logo" };

/** Takes the seller, the WhatsApp text and the target of the QR code. */
export function sellerContact(
  seller: PageSeller,
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
 * URL of a contact card. A plain link, because in-app browsers cannot save files made by scripts.
 */
export function contactFilePath(slug: string): string {
  return `/vcard/${slug}.vcf`;
}
