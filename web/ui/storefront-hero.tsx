import type { ReactNode } from "react";
import { foregroundOn } from "./accent.tsx";
import { classNames } from "./class-names.ts";
import { parseHex, type Rgb } from "./colour.ts";

/** How the header and the hero are laid out (config.page_style.layout_style). */
export type StorefrontLayout = "centered" | "classic";

/** The default hero colour (spec section 9), also in place of one that cannot be read. */
export const DEFAULT_HERO_COLOUR = "#1E3A8A";
const DEFAULT_HERO_RGB: Rgb = [30, 58, 138];

export type StorefrontHeaderProps = {
  name: string;
  /** Address of the logo, or "" for none. */
  logo: string;
  layout: StorefrontLayout;
  /** Without a logo the name is shown all the same. */
  showName: boolean;
  /** The page's links; hidden where there is no room for them. */
  nav: ReactNode;
  /** 'Visítanos', 'Llama ya' and the like. */
  actions?: ReactNode;
  /** What opens the links where `nav` has no room. */
  menu?: ReactNode;
};

/** The header of a public page. It fits its container, not the screen, so that a preview of it is the real thing. */
export function StorefrontHeader(props: StorefrontHeaderProps) {
  const { layout, nav, actions, menu } = props;
  const isCentered = layout === "centered";
  return (
    <header className="@container border-b bg-background">
      <div
        className={classNames(
          "mx-auto flex w-full max-w-7xl items-center gap-x-6 gap-y-2 px-4 py-3 @3xl:px-8",
          isCentered && "@3xl:flex-col",
        )}
      >
        <Brand {...props} />
        <div
          className={classNames(
            "ml-auto flex items-center gap-2 @3xl:gap-6",
            isCentered && "@3xl:ml-0",
          )}
        >
          <div className="hidden items-center gap-6 @3xl:flex">{nav}</div>
          {actions && <div className="hidden items-center gap-2 @3xl:flex">{actions}</div>}
          {menu && <div className="@3xl:hidden">{menu}</div>}
        </div>
      </div>
    </header>
  );
}

function Brand({ name, logo, showName, layout }: StorefrontHeaderProps) {
  return (
    <div
      className={classNames(
        "flex min-w-0 items-center gap-3",
        layout === "centered" && "@3xl:flex-col @3xl:gap-1.5",
      )}
    >
      {logo && (
        <img
          src={logo}
          alt={showName ? "" : name}
          className={classNames(
            "h-11 w-auto max-w-40 object-contain",
            layout === "centered" && "@3xl:h-14",
          )}
        />
      )}
      {(showName || !logo) && (
        <span className="min-w-0 truncate font-bold text-lg tracking-tight">{name}</span>
      )}
    </div>
  );
}

export type StorefrontHeroProps = {
  /** 'Bienvenido a {name}' on a dealership's landing. */
  title: ReactNode;
  tagline?: ReactNode;
  layout: StorefrontLayout;
  backgroundColour: string;
  /** Address of the image behind the words, or "" for the colour alone. */
  image: string;
  /** The way on: 'Ver Inventario'. */
  action: ReactNode;
  /** "p" where the page has its own first heading. */
  heading?: "h1" | "p";
};

/** The first thing of a public page: welcome, tagline, way on, over a colour or a picture; its words are readable on both. */
export function StorefrontHero(props: StorefrontHeroProps) {
  const { title, tagline, layout, image, action, heading: Heading = "h1" } = props;
  const background = parseHex(props.backgroundColour) ?? DEFAULT_HERO_RGB;
  const [hue, saturation, lightness] = foregroundOn(background);
  const isCentered = layout === "centered";
  return (
    <section
      className={classNames("@container relative isolate overflow-hidden", image && "text-white")}
      style={{
        backgroundColor: `rgb(${background.join(" ")})`,
        ...(image ? {} : { color: `hsl(${hue} ${saturation}% ${lightness}%)` }),
      }}
    >
      {image && <HeroImage src={image} isCentered={isCentered} />}
      <div
        className={classNames(
          "mx-auto grid w-full max-w-7xl content-center gap-4 px-5 py-16 @3xl:min-h-[30rem] @3xl:gap-6 @3xl:px-8 @3xl:py-24",
          isCentered && "justify-items-center text-center",
        )}
      >
        <Heading className="max-w-3xl text-balance font-bold text-4xl leading-[1.08] tracking-tight [overflow-wrap:anywhere] @3xl:text-6xl">
          {title}
        </Heading>
        {tagline && <p className="max-w-2xl text-lg leading-relaxed @3xl:text-xl">{tagline}</p>}
        <div className="mt-2">{action}</div>
      </div>
    </section>
  );
}

/** The picture under a dark veil, so that white words reach 4.5 to 1 even on snow. */
function HeroImage({ src, isCentered }: { src: string; isCentered: boolean }) {
  return (
    <>
      <img src={src} alt="" className="absolute inset-0 -z-10 size-full object-cover" />
      <span
        aria-hidden="true"
        className={classNames(
          "absolute inset-0 -z-10",
          isCentered
            ? "bg-black/60"
            : "bg-black/60 @3xl:bg-linear-to-r @3xl:from-black/75 @3xl:via-black/62 @3xl:to-black/15",
        )}
      />
    </>
  );
}
