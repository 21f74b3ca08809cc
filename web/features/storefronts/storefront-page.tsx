import { ChevronDown, ExternalLink, Mail, MapPin, Phone, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePublicConfig } from "#web/api/site-config.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { OpeningHours } from "#web/ui/frame/opening-hours.tsx";
import {
  type ShowcasedVehicle,
  StorefrontHero,
  type StorefrontLayout,
  type StorefrontPicture,
} from "#web/ui/frame/storefront-hero.tsx";
import type { OpeningTimes } from "#web/ui/opening-times.ts";
import type { HeroColours } from "#web/ui/theme/hero-colours.ts";
import type { HeroPattern } from "#web/ui/theme/hero-pattern.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { FeaturedSection } from "./featured-section.tsx";
import { HeroSearch } from "./hero-search.tsx";
import { PaymentCalculator } from "./payment-calculator.tsx";
import type { PaymentPlan, PlanScale } from "./payment-plan.ts";
import type { VisibleContact } from "./profile-meta.ts";
import { StorefrontBar } from "./storefront-bar.tsx";
import { TeamSection } from "./team-section.tsx";

type ContactSectionProps = {
  name: string;
  slogan: string | undefined;
  times: OpeningTimes | null;
  /** Slug of the salesperson from the followed link; null for the dealership. */
  seller: string | null;
  contact: VisibleContact;
  /** Alternative to WhatsApp. */
  ask: ReactNode;
};

/** Keeps content clear of the floating WhatsApp button, unless the page margin is wide enough. */
const BESIDE_BUTTON = "@max-[85rem]:pr-16";

/**
 * Footer of the landing: visible contact channels and social links (docs/product/storefront.md).
 */
function ContactSection(props: ContactSectionProps) {
  const { name, slogan, times, seller, contact, ask } = props;
  const { call, email, place, whatsapp, social } = contact;
  const { platformUrl } = usePublicConfig();
  return (
    <footer id="contacto" className="@container bg-secondary text-secondary-foreground">
      <div className="mx-auto grid w-full max-w-7xl gap-10 px-4 pt-14 pb-8 @3xl:gap-14 @3xl:px-8 @3xl:pt-20">
        <div className="grid gap-10 @3xl:grid-cols-[1fr_1.2fr]">
          <div className="grid content-start justify-items-start gap-3">
            <h2 className="font-bold text-headline">Contacto</h2>
            <p className="wrap-anywhere text-lg text-secondary-foreground/85">
              {seller ? `Te atiende ${seller}, de ${name}.` : (slogan ?? name)}
            </p>
            {times && <OpeningHours times={times} />}
            {ask && <div className="mt-3">{ask}</div>}
          </div>
          <ul className="grid content-start divide-y divide-white/12 border-white/12 border-y text-lg">
            {call && (
              <ContactLine icon={<Phone />} name="Teléfono" href={call.href}>
                {call.text}
              </ContactLine>
            )}
            {whatsapp && (
              <ContactLine icon={<WhatsappIcon />} name="Mensaje" href={whatsapp}>
                WhatsApp
              </ContactLine>
            )}
            {email && (
              <ContactLine icon={<Mail />} name="Correo" href={email.href}>
                {email.text}
              </ContactLine>
            )}
            {place && (
              <ContactLine icon={<MapPin />} name="Dirección" href={place.href}>
                {place.text}
              </ContactLine>
            )}
            {social.map(({ name: network, href }) => (
              <ContactLine key={network} icon={<ExternalLink />} name="Síguenos en" href={href}>
                {network}
              </ContactLine>
            ))}
          </ul>
        </div>
        <p
          className={`${whatsapp ? BESIDE_BUTTON : ""} flex flex-wrap justify-between gap-x-6 gap-y-2 border-white/12 border-t pt-6 text-secondary-foreground/75 text-sm`}
        >
          <span className="min-w-0 break-words">{name}</span>
          <a href={`${platformUrl}/`} className="touch-target rounded-sm hover:underline">
            Hecho con Vitrina
          </a>
        </p>
      </div>
    </footer>
  );
}

function ContactLine(props: { icon: ReactNode; name: string; href: string; children: ReactNode }) {
  const isWeb = props.href.startsWith("http");
  return (
    <li>
      <a
        href={props.href}
        {...(isWeb ? { target: "_blank", rel: "noopener noreferrer" } : {})}
        className="flex min-h-14 items-center gap-4 py-2 hover:underline"
      >
        <span aria-hidden="true" className="text-secondary-foreground/75 [&_svg]:size-5">
          {props.icon}
        </span>
        <span className="sr-only">{`${props.name}: `}</span>
        <span className="min-w-0 break-words">{props.children}</span>
      </a>
    </li>
  );
}

export type StorefrontPageProps = {
  name: string;
  tagline: string;
  slogan: string | undefined;
  /** Opening hours and location; null if not set. */
  times: OpeningTimes | null;
  place: string | null;
  offers: string | undefined;
  /** Name of the salesperson from the followed link; null for the dealership. */
  seller: string | null;
  /** Slug of the salesperson, which the page's links carry. */
  vendedor: string | null;
  look: {
    layout: StorefrontLayout;
    /** URL of the logo, or "". */
    logo: string;
    showName: boolean;
    hero: HeroColours;
    pattern: HeroPattern;
    picture: StorefrontPicture | null;
  };
  contact: VisibleContact;
  inventoryPath: string;
  /** URL of the inventory with the salesperson's slug. */
  inventoryHref: string;
  /** Vehicles shown in the hero if there is no picture. */
  showcase: ShowcasedVehicle[];
  /** Initial values and scale of the calculator. */
  plan: PaymentPlan;
  scale: PlanScale;
  cards: { id: string; card: ReactNode }[];
  /** A card per team member. */
  team: { id: string; card: ReactNode }[];
  /** Alternative to WhatsApp; null if there is none. */
  ask: ReactNode;
  /** "p" if the page already has a main heading, as the editor's preview does. */
  heading?: "h1" | "p";
};

/**
 * A dealership's landing page. Sized by container queries, so that the editor's preview can use it.
 */
export function StorefrontPage(props: StorefrontPageProps) {
  const { name, offers, look, contact, inventoryHref } = props;
  return (
    <div id="inicio" className="relative bg-background">
      <StorefrontBar
        name={name}
        logo={look.logo}
        layout={look.layout}
        showName={look.showName}
        hasOffers={offers !== undefined}
        contact={contact}
      />
      <main>
        <StorefrontHero
          title={`Bienvenido a ${name}`}
          tagline={props.tagline}
          layout={look.layout}
          place={props.place}
          colours={look.hero}
          pattern={look.pattern}
          picture={look.picture}
          vehicles={props.showcase}
          search={<HeroSearch path={props.inventoryPath} vendedor={props.vendedor} />}
          heading={props.heading}
          action={
            <Link to={inventoryHref} className={buttonStyles({ size: "lg" })}>
              Ver Inventario
            </Link>
          }
        />
        <FeaturedSection cards={props.cards} inventoryHref={inventoryHref} />
        <PaymentCalculator start={props.plan} scale={props.scale} vendedor={props.vendedor} />
        {offers && <OffersSection offers={offers} />}
        <TeamSection people={props.team} />
      </main>
      <ContactSection
        name={name}
        slogan={props.slogan}
        times={props.times}
        seller={props.seller}
        contact={contact}
        ask={props.ask}
      />
      {contact.whatsapp && (
        <a
          href={contact.whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Escríbenos por WhatsApp"
          className="fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-30 grid size-14 place-items-center rounded-full bg-whatsapp text-white shadow-overlay ring-2 ring-white/70 transition-transform duration-150 hover:scale-105"
        >
          <WhatsappIcon className="size-7" />
        </a>
      )}
    </div>
  );
}

/**
 * 'Nuestras Ofertas Especiales': the dealership's text with line breaks, in a disclosure that links
 * can open.
 */
function OffersSection({ offers }: { offers: string }) {
  return (
    <section aria-labelledby="ofertas-titulo" className="@container">
      <div className="mx-auto w-full max-w-7xl px-4 py-10 @3xl:px-8 @3xl:py-16">
        <details className="group overflow-hidden rounded-2xl border bg-card">
          <summary className="flex min-h-18 list-none items-center gap-4 px-5 py-4 @3xl:px-7 [&::-webkit-details-marker]:hidden">
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-full bg-muted"
            >
              <Tag className="size-5" />
            </span>
            <h2 id="ofertas-titulo" className="min-w-0 flex-1 font-bold text-title">
              Nuestras Ofertas Especiales
            </h2>
            <ChevronDown
              aria-hidden="true"
              className="size-6 shrink-0 transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <p
            id="ofertas"
            className="max-w-prose scroll-mt-40 whitespace-pre-line break-words px-5 pb-6 text-lg leading-relaxed @3xl:px-7 @3xl:pb-8 @3xl:pl-21"
          >
            {offers}
          </p>
        </details>
      </div>
    </section>
  );
}
