import type { ReactNode } from "react";
import { QrButton } from "#web/ui/overlays/qr-button.tsx";
import { ContactList, SaveContactLink } from "./contact-list.tsx";
import { sellerMessages } from "./messages.ts";
import type { SellerContact } from "./seller-contact.ts";
import { SellerPicture } from "./seller-picture.tsx";
import { SocialLinks } from "./social-links.tsx";
import { WhatsappButton } from "./whatsapp-button.tsx";

type SellerCardProps = {
  seller: SellerContact;
  /** Full-width alternative to WhatsApp. */
  inquiry?: ReactNode;
};

/**
 * The seller: name, contact channels, WhatsApp, contact card, QR code
 * (docs/product/digital-card.md).
 */
export function SellerCard({ seller, inquiry }: SellerCardProps) {
  const { name, subtitle, links, file, qrAddress } = seller;
  return (
    <section
      aria-label="Vendedor"
      className="grid gap-4 rounded-2xl border bg-card p-5 shadow-card print:gap-2 print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex items-center gap-3.5">
        <SellerPicture seller={seller} className="size-14 rounded-xl" />
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-lg leading-snug tracking-tight">
            {name}
          </h2>
          {subtitle && <p className="text-muted-foreground text-sm">{subtitle}</p>}
        </div>
      </div>
      <ContactList links={links} />
      <div className="@container">
        <div className="grid gap-2 @min-[15rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
          <WhatsappButton address={links.whatsapp} className="col-span-full" />
          {inquiry}
          {file && <SaveContactLink file={file} className="px-2" />}
          <QrButton title={name} address={qrAddress} className="px-2" />
        </div>
      </div>
      <SocialLinks social={links.social} className="border-t pt-2 print:hidden" />
    </section>
  );
}

/** Replaces the seller card if visitors may not read the seller. */
export function SellerUnavailable() {
  const { title, description } = sellerMessages.sellerMissing;
  return (
    <p role="note" className="rounded-2xl bg-warning-soft p-5 text-sm text-warning-ink">
      <strong className="block font-semibold">{title}</strong>
      {description}
    </p>
  );
}
