import { ChevronDown, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import {
  StorefrontHero,
  type StorefrontLayout,
  type StorefrontPicture,
} from "#web/ui/frame/storefront-hero.tsx";
import type { HeroColours } from "#web/ui/theme/hero-colours.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { ContactSection } from "./contact-section.tsx";
import type { ContactShown } from "./contact-shown.ts";
import { FeaturedSection } from "./featured-section.tsx";
import { PaymentCalculator } from "./payment-calculator.tsx";
import type { PaymentPlan } from "./payment-plan.ts";
import { StorefrontBar } from "./storefront-bar.tsx";

export type StorefrontPageProps = {
  name: string;
  tagline: string;
  slogan: string | undefined;
  offers: string | undefined;
  /** The vendedor of the dealership whose link was followed; null for the dealership itself. */
  seller: string | null;
  /** Their slug, which the page's own links carry. */
  vendedor: string | null;
  look: {
    layout: StorefrontLayout;
    /** Address of the logo, or "" for none. */
    logo: string;
    showName: boolean;
    hero: HeroColours;
    picture: StorefrontPicture | null;
  };
  contact: ContactShown;
  inventoryHref: string;
  /** What the calculator starts with, and the top of its price scale. */
  plan: PaymentPlan;
  topPrice: number;
  cards: { id: string; card: ReactNode }[];
  /** The way to write without WhatsApp; null where there is none. */
  ask: ReactNode;
  /** "p" where the page has its own first heading, as the editor's preview of it. */
  heading?: "h1" | "p";
};

/**
 * A dealership's landing page (product section 2). Its parts fit their container, so that the
 * editor's preview shows the page itself.
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
          colours={look.hero}
          picture={look.picture}
          heading={props.heading}
          action={
            <Link to={inventoryHref} className={buttonStyles({ size: "lg" })}>
              Ver Inventario
            </Link>
          }
        />
        <FeaturedSection cards={props.cards} inventoryHref={inventoryHref} />
        <PaymentCalculator start={props.plan} topPrice={props.topPrice} vendedor={props.vendedor} />
        {offers && <OffersSection offers={offers} />}
      </main>
      <ContactSection
        name={name}
        slogan={props.slogan}
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
          className="fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-30 grid size-14 place-items-center rounded-full bg-[#0B7A4B] text-white shadow-overlay ring-2 ring-white/70 transition-transform duration-150 hover:scale-105"
        >
          <WhatsappIcon className="size-7" />
        </a>
      )}
    </div>
  );
}

/**
 * 'Nuestras Ofertas Especiales': the dealership's own text with its line breaks, opened by a tap,
 * and by a link to its text.
 */
function OffersSection({ offers }: { offers: string }) {
  return (
    <section aria-labelledby="ofertas-titulo" className="@container">
      <div className="mx-auto w-full max-w-7xl px-4 py-10 @3xl:px-8 @3xl:py-16">
        <details className="group overflow-hidden rounded-2xl border border-primary/35 bg-primary/8">
          <summary className="flex min-h-18 list-none items-center gap-4 px-5 py-4 @3xl:px-7 [&::-webkit-details-marker]:hidden">
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-primary-foreground"
            >
              <Tag className="size-5" />
            </span>
            <h2 id="ofertas-titulo" className="flex-1 font-bold text-title">
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
