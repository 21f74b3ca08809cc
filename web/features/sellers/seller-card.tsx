import { Mail, MapPin, Phone, QrCode, UserRoundPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, buttonStyles } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useOnDemand } from "#web/ui/use-on-demand.ts";
import { sellerMessages } from "./messages.ts";
import type { PublicSeller } from "./public-seller.ts";
import { SocialLinks } from "./social-links.tsx";
import { WhatsappIcon } from "./whatsapp-icon.tsx";
import { whatsappLink } from "./whatsapp-link.ts";

const fetchQr = () => import("./qr-dialog.tsx");
const fetchContactSaver = () => import("./save-contact.ts");

type SellerCardProps = {
  seller: PublicSeller;
  /** What the visitor's WhatsApp message says. */
  question: string;
  /** The address of the page that shows the card. */
  pageUrl: string;
};

/** Who sells: name, ways to reach them, WhatsApp, contact card to save, QR code (spec section 2). */
export function SellerCard({ seller, question, pageUrl }: SellerCardProps) {
  const [qrOpen, setQrOpen] = useState(false);
  const qr = useOnDemand(fetchQr);
  const showQr = () => {
    setQrOpen(true);
    if (!qr.part) qr.request();
  };
  const keepContact = () =>
    fetchContactSaver().then(
      ({ saveContact }) => saveContact(seller, pageUrl),
      () => toast({ ...sellerMessages.contactNotSaved, variant: "destructive" }),
    );
  return (
    <section
      aria-label="Vendedor"
      className="grid gap-4 rounded-2xl border bg-card p-5 shadow-card"
    >
      <SellerName seller={seller} />
      <ContactLinks seller={seller} />
      <div className="grid grid-cols-2 gap-2">
        <WhatsappButton number={seller.whatsapp} question={question} className="col-span-full" />
        <Button variant="outline" className="px-2" onClick={keepContact}>
          <UserRoundPlus aria-hidden="true" />
          Guardar contacto
        </Button>
        <Button
          variant="outline"
          className="px-2"
          aria-busy={qr.waiting || undefined}
          onPointerEnter={qr.prefetch}
          onFocus={qr.prefetch}
          onClick={showQr}
        >
          <QrCode aria-hidden="true" />
          Código QR
        </Button>
      </div>
      <SocialLinks instagram={seller.instagram} facebook={seller.facebook} />
      {qrOpen && qr.part && (
        <qr.part.QrDialog
          title={seller.name}
          address={qrTarget(seller.slug, pageUrl)}
          onClose={() => setQrOpen(false)}
        />
      )}
    </section>
  );
}

/** Opens WhatsApp with the visitor's question; says so when the seller gave no number. */
export function WhatsappButton(props: {
  number: string | undefined;
  question: string;
  className?: string;
  label?: string;
}) {
  const address = whatsappLink(props.number, props.question);
  const content = (
    <>
      <WhatsappIcon className="size-5" />
      {props.label ?? "WhatsApp"}
    </>
  );
  const className = `${buttonStyles({ size: "lg" })} ${props.className ?? ""}`;
  if (address === null) {
    const explain = () => toast({ ...sellerMessages.whatsappMissing, variant: "destructive" });
    return (
      <button type="button" className={className} onClick={explain}>
        {content}
      </button>
    );
  }
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
      {content}
    </a>
  );
}

function SellerName({ seller }: { seller: PublicSeller }) {
  return (
    <div className="flex items-center gap-3.5">
      {seller.logo ? (
        <img
          src={seller.logo}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="size-14 shrink-0 rounded-xl border bg-white object-contain p-1"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-xl bg-primary font-bold text-primary-foreground text-xl"
        >
          {seller.name.slice(0, 1).toLocaleUpperCase("es")}
        </span>
      )}
      <div className="min-w-0">
        <h2 className="break-words font-semibold text-lg leading-snug tracking-tight">
          {seller.name}
        </h2>
        {seller.tagline && <p className="text-muted-foreground text-sm">{seller.tagline}</p>}
      </div>
    </div>
  );
}

function ContactLinks({ seller }: { seller: PublicSeller }) {
  if (!seller.phone && !seller.email && !seller.location) return null;
  return (
    <ul className="grid text-sm">
      {seller.phone && (
        <ContactLine
          icon={<Phone />}
          name="Teléfono"
          href={`tel:${seller.phone.replaceAll(/[^\d+]/g, "")}`}
        >
          {seller.phone}
        </ContactLine>
      )}
      {seller.email && (
        <ContactLine icon={<Mail />} name="Correo" href={`mailto:${seller.email}`}>
          {seller.email}
        </ContactLine>
      )}
      {seller.location && (
        <ContactLine icon={<MapPin />} name="Dirección" href={seller.locationUrl}>
          {seller.location}
        </ContactLine>
      )}
    </ul>
  );
}

function ContactLine(props: {
  icon: ReactNode;
  name: string;
  href: string | undefined;
  children: ReactNode;
}) {
  const content = (
    <>
      <span aria-hidden="true" className="text-muted-foreground [&_svg]:size-[1.125rem]">
        {props.icon}
      </span>
      <span className="sr-only">{props.name}: </span>
      <span className="min-w-0 break-words">{props.children}</span>
    </>
  );
  const className = "flex min-h-11 items-center gap-3 rounded-lg";
  if (!props.href) return <li className={className}>{content}</li>;
  return (
    <li>
      <a href={props.href} className={`${className} hover:underline`}>
        {content}
      </a>
    </li>
  );
}

function qrTarget(slug: string | null, pageUrl: string): string {
  return slug ? new URL(`/i/${slug}`, pageUrl).href : pageUrl;
}
