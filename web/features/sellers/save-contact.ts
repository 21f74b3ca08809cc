import { contactCard, contactCardFileName } from "./contact-card.ts";
import type { PublicSeller } from "./public-seller.ts";
import { saveFile } from "./save-file.ts";

/** Offers a seller's contact card for download; without an address of theirs it leads to the given page (spec section 7). */
export function saveContact(seller: PublicSeller, pageUrl: string): void {
  const card = contactCard({
    name: seller.name,
    phone: seller.phone ?? "",
    email: seller.email ?? "",
    url: seller.locationUrl ?? pageUrl,
    location: seller.location ?? "",
  });
  const file = new Blob([card], { type: "text/vcard;charset=utf-8" });
  saveFile(file, contactCardFileName(seller.name));
}
