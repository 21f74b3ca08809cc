import { Car, Clock, Mail, MapPin, Phone, Share2, UserRoundPlus } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { Logo } from "#web/ui/frame/logo.tsx";
import { OpeningHours } from "#web/ui/frame/opening-hours.tsx";
import type { OpeningTimes } from "#web/ui/opening-times.ts";
import { QrButton } from "#web/ui/overlays/qr-button.tsx";
import { sizesOnPhone } from "#web/ui/picture/photo-addresses.ts";
import type { SellerContact } from "./seller-contact.ts";
import { SellerPicture } from "./seller-picture.tsx";
import { SocialIcon } from "./social-links.tsx";
import { WhatsappButton } from "./whatsapp-button.tsx";

type ContactCardPageProps = {
  seller: SellerContact;
  /** 'Vendedor de Autos Sol' or 'Concesionario'. */
  role: string;
  tagline: string | null;
  /** Opening hours; null if not set. */
  times: OpeningTimes | null;
  /** Colors of the header band, and an optional photo over them. */
  band: { colours: CSSProperties; picture: { src: string; srcSet?: string | undefined } | null };
  /** URL of their inventory; null if they have none. */
  inventory: string | null;
  /** URL of the card, for sharing. */
  address: string;
};

/**
 * A digital contact card for phones, with a large button per contact channel
 * (docs/product/digital-card.md).
 */
export function ContactCardPage(props: ContactCardPageProps) {
  const { seller, role, tagline, times, band, inventory, address } = props;
  const { name, links, file, qrAddress } = seller;
  return (
    <div className="flex min-h-dvh flex-col sm:justify-center sm:py-10">
      <main className="mx-auto w-full max-w-md overflow-hidden bg-card pb-8 max-sm:grow sm:rounded-3xl sm:border sm:shadow-overlay">
        <Band {...band} />
        <div className="grid gap-6 px-5 sm:px-8">
          <header className="relative grid justify-items-center text-center">
            <SellerPicture
              seller={seller}
              className="-mt-16 size-32 rounded-[2rem] border-4! border-card! text-5xl! shadow-raised"
            />
            <h1 className="wrap-anywhere mt-4 font-bold text-headline">{name}</h1>
            <p className="wrap-anywhere mt-1 text-muted-foreground">{role}</p>
            {tagline && <p className="wrap-anywhere mt-2 text-muted-foreground">{tagline}</p>}
          </header>
          <div className="grid gap-3">
            {links.whatsapp && <WhatsappButton address={links.whatsapp} className="h-14!" />}
            {file && (
              <a href={file} className={`${buttonStyles({ size: "lg" })} h-14!`}>
                <UserRoundPlus aria-hidden="true" />
                Guardar contacto
              </a>
            )}
          </div>
          <ContactRows links={links} />
          {times && (
            <div className="flex items-start gap-4 px-4">
              <span
                aria-hidden="true"
                className="grid size-11 shrink-0 place-items-center rounded-full bg-muted [&_svg]:size-5"
              >
                <Clock />
              </span>
              <OpeningHours times={times} />
            </div>
          )}
          {inventory && (
            <a href={inventory} className={buttonStyles({ variant: "outline", size: "lg" })}>
              <Car aria-hidden="true" />
              Ver Inventario
            </a>
          )}
          <div className="grid fit-columns-[8.5rem] gap-2 border-t pt-6 noscript:hidden">
            <QrButton title={name} address={qrAddress} />
            <ShareButton title={name} address={address} />
          </div>
        </div>
      </main>
      <a
        href="/"
        aria-label="Vitrina, inicio"
        className="touch-target mx-auto my-6 w-fit rounded-lg"
      >
        <Logo />
      </a>
    </div>
  );
}

function Band({ colours, picture }: ContactCardPageProps["band"]) {
  return (
    <div style={colours} className="relative h-40">
      {picture && (
        <img
          alt=""
          sizes={`(min-width: 640px) 448px, ${sizesOnPhone(100)}`}
          src={picture.src}
          srcSet={picture.srcSet}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
}

/** One row per contact channel. */
function ContactRows({ links: { call, email, place, social } }: Pick<SellerContact, "links">) {
  if (!call && !email && !place && social.length === 0) return null;
  return (
    <ul className="grid overflow-hidden rounded-2xl border">
      {call && <Way icon={<Phone />} name="Llamar" {...call} />}
      {email && <Way icon={<Mail />} name="Escribir un correo" {...email} />}
      {place && <Way icon={<MapPin />} name="Cómo llegar" {...place} newTab />}
      {social.map(({ name, href }) => (
        <Way
          key={name}
          icon={<SocialIcon name={name} />}
          name={name}
          text={addressOf(href)}
          href={href}
          newTab
        />
      ))}
    </ul>
  );
}

function Way(props: { icon: ReactNode; name: string; text: string; href: string; newTab?: true }) {
  const target = props.newTab ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return (
    <li className="border-b last:border-b-0">
      <a
        href={props.href}
        {...target}
        className="flex min-h-16 items-center gap-4 px-4 py-2.5 outline-offset-[-2px]! transition-colors hover:bg-muted"
      >
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-muted [&_svg]:size-5"
        >
          {props.icon}
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{props.name}</span>
          <span className="wrap-anywhere block text-muted-foreground text-sm">{props.text}</span>
        </span>
      </a>
    </li>
  );
}

/** Shortens a URL for display. */
function addressOf(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}

/** 'Compartir': the share sheet if available, else copies the link. */
function ShareButton({ title, address }: { title: string; address: string }) {
  const share = async () => {
    if (typeof navigator.share !== "function") return copyLink(address);
    await navigator.share({ title, url: address }).catch((failure: unknown) => {
      const isChangeOfMind = failure instanceof DOMException && failure.name === "AbortError";
      return isChangeOfMind ? undefined : copyLink(address);
    });
  };
  return (
    <button type="button" onClick={share} className={buttonStyles({ variant: "outline" })}>
      <Share2 aria-hidden="true" />
      Compartir
    </button>
  );
}
