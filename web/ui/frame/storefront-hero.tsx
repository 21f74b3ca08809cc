import type { ReactNode } from "react";
import type { HeroColours } from "../theme/hero-colours.ts";

/** How the header and the hero are laid out (config.page_style.layout_style). */
export type StorefrontLayout = "centered" | "classic";

/** A picture in the sizes that a page asks for. */
export type StorefrontPicture = { src: string; srcSet?: string | undefined };

export type StorefrontHeroProps = {
  /** 'Bienvenido a {name}' on a dealership's landing. */
  title: ReactNode;
  tagline?: ReactNode;
  layout: StorefrontLayout;
  colours: HeroColours;
  /** The picture behind the words; null for the colour alone. */
  picture: StorefrontPicture | null;
  /** The ways on: 'Ver Inventario' and the like. */
  action: ReactNode;
  /** "p" where the page has its own first heading. */
  heading?: "h1" | "p";
};

/**
 * The first thing of a public page: welcome, tagline, way on, over a colour or a picture; its words
 * are readable on both. It fits its container, not the screen, so that a preview of it is the real
 * thing.
 */
export function StorefrontHero(props: StorefrontHeroProps) {
  const { title, tagline, layout, colours, picture, action, heading: Heading = "h1" } = props;
  const isCentered = layout === "centered";
  return (
    <section
      className={`@container relative isolate overflow-hidden ${picture ? "text-white" : ""}`}
      style={picture ? { backgroundColor: colours.backgroundColor } : colours}
    >
      {picture && <HeroPicture picture={picture} isCentered={isCentered} />}
      <div
        className={`mx-auto grid min-h-[24rem] w-full max-w-7xl content-center gap-4 px-5 py-16 @3xl:gap-6 @3xl:px-8 @3xl:py-24 ${picture ? "@3xl:min-h-[36rem]" : "@3xl:min-h-[28rem]"} ${isCentered ? "justify-items-center text-center" : ""}`}
      >
        <Heading className="max-w-3xl text-balance font-bold text-4xl leading-[1.06] tracking-[-0.03em] [overflow-wrap:anywhere] @3xl:text-6xl">
          {title}
        </Heading>
        {tagline && (
          <p className="max-w-2xl text-balance text-lg leading-relaxed @3xl:text-xl">{tagline}</p>
        )}
        <div
          className={`mt-3 flex flex-wrap gap-3 ${isCentered ? "justify-center" : ""} [&_.button-primary]:shadow-raised`}
        >
          {action}
        </div>
      </div>
    </section>
  );
}

/** The picture under a dark veil, so that white words reach 4.5 to 1 even on snow. */
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
