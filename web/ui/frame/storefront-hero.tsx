import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { HeroColours } from "../theme/hero-colours.ts";
import type { HeroPattern } from "../theme/hero-pattern.ts";
import { HeroBackdrop } from "./hero-backdrop.tsx";

/** The layout of header and hero (config.page_style.layout_style). */
export type StorefrontLayout = "centered" | "classic";

export type StorefrontPicture = { src: string; srcSet?: string | undefined };

/** A vehicle in a hero without a picture. */
export type ShowcasedVehicle = {
  id: string;
  href: string;
  title: string;
  price: string;
  photo: ReactNode;
};

export type StorefrontHeroProps = {
  /** 'Bienvenido a {name}' on a dealership's landing. */
  title: ReactNode;
  tagline?: ReactNode;
  /** The dealership's location, as it wrote it. */
  place?: string | null;
  layout: StorefrontLayout;
  colours: HeroColours;
  pattern: HeroPattern;
  /** The picture behind the text; null for the plain colour. */
  picture: StorefrontPicture | null;
  /** Shown instead of a picture, on wide screens. */
  vehicles?: ShowcasedVehicle[];
  /** The inventory search. */
  search?: ReactNode;
  /** 'Ver Inventario' and other links. */
  action: ReactNode;
  /** "p" when the page has its own h1. */
  heading?: "h1" | "p";
};

/**
 * The top of a public page: welcome, tagline, search and links over a colour or picture and the
 * page's pattern, always with readable text. Uses container queries, so that a preview looks like
 * the page.
 */
export function StorefrontHero(props: StorefrontHeroProps) {
  const { layout, colours, pattern, picture, vehicles = [] } = props;
  const isCentered = layout === "centered";
  const showcase = picture ? [] : vehicles.slice(0, isCentered ? 3 : 1);
  const columns = !isCentered && showcase.length > 0 ? "@4xl:grid-cols-[1.15fr_1fr]" : "";
  return (
    <section
      className={`@container relative isolate overflow-hidden ${picture ? "text-white" : ""}`}
      style={picture ? { backgroundColor: colours.backgroundColor } : colours}
    >
      {picture && <HeroPicture picture={picture} isCentered={isCentered} />}
      <HeroBackdrop pattern={pattern} isCentered={isCentered} />
      <div
        className={`mx-auto grid min-h-[24rem] w-full max-w-7xl content-center items-center gap-10 px-5 py-16 @3xl:px-8 @3xl:py-20 ${picture ? "@3xl:min-h-[36rem]" : "@3xl:min-h-[28rem]"} ${columns} ${isCentered ? "justify-items-center" : ""}`}
      >
        <Words {...props} isCentered={isCentered} />
        {showcase.length > 0 && (
          <Showcase vehicles={showcase} corners={pattern.corners} isCentered={isCentered} />
        )}
      </div>
    </section>
  );
}

function Words(props: StorefrontHeroProps & { isCentered: boolean }) {
  const { title, tagline, place, search, action, isCentered } = props;
  const { heading: Heading = "h1" } = props;
  return (
    <div
      className={`grid w-full min-w-0 gap-4 @3xl:gap-5 ${isCentered ? "justify-items-center text-center" : "content-center justify-items-start"}`}
    >
      {place && (
        <p className="flex max-w-full items-center gap-2 font-medium text-sm @3xl:text-base">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 truncate">{place}</span>
        </p>
      )}
      <Heading className="max-w-3xl text-balance font-bold text-4xl leading-[1.06] tracking-[-0.03em] [overflow-wrap:anywhere] @3xl:text-6xl">
        {title}
      </Heading>
      {tagline && (
        <p className="max-w-2xl text-balance text-lg leading-relaxed [overflow-wrap:anywhere] @3xl:text-xl">
          {tagline}
        </p>
      )}
      <div
        className={`mt-2 flex w-full max-w-2xl flex-wrap gap-3 ${isCentered ? "justify-center" : ""} [&_.button-primary]:shadow-raised`}
      >
        {search}
        {action}
      </div>
    </div>
  );
}

type ShowcaseProps = { vehicles: ShowcasedVehicle[]; corners: string; isCentered: boolean };

/** The newest vehicles, framed in the page's style: one next to the text, up to three below. */
function Showcase({ vehicles, corners, isCentered }: ShowcaseProps) {
  return (
    <ul
      className={`hidden w-full gap-6 ${isCentered ? "max-w-5xl auto-cols-fr grid-flow-col @3xl:grid" : "@4xl:grid"}`}
    >
      {vehicles.map(({ id, href, title, price, photo }) => (
        <li key={id} className={vehicles.length === 1 && isCentered ? "mx-auto w-96" : ""}>
          <a href={href} className="group relative block outline-current! rounded-2xl">
            <div style={{ borderRadius: corners }} className="overflow-hidden shadow-overlay">
              {photo}
            </div>
            <span className="absolute bottom-3 left-3 max-w-[calc(100%-1.5rem)] truncate rounded-full bg-card px-4 py-2 font-semibold text-foreground text-sm shadow-raised group-hover:underline">
              {`${title} · ${price}`}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The picture, darkened so that white text has a contrast of 4.5 to 1 even on snow. */
function HeroPicture(props: { picture: StorefrontPicture; isCentered: boolean }) {
  const { src, srcSet } = props.picture;
  const veil = props.isCentered
    ? "bg-black/60"
    : "bg-black/60 @3xl:bg-transparent @3xl:bg-linear-to-r @3xl:from-black/75 @3xl:via-black/62 @3xl:to-black/15";
  return (
    <>
      <img
        alt=""
        fetchPriority="high"
        sizes="100vw"
        srcSet={srcSet}
        src={src}
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <span aria-hidden="true" className={`absolute inset-0 -z-10 ${veil}`} />
    </>
  );
}
