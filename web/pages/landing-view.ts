import type { PageSeller } from "#web/features/sellers/attribution.ts";
import { contactLinks, dealershipQuestion } from "#web/features/sellers/contact-links.ts";
import type { PublicSeller } from "#web/features/sellers/public-seller.ts";
import { teamPerson } from "#web/features/sellers/team-person.ts";
import type { Storefront } from "#web/features/storefronts/storefront.ts";
import { storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import type { CardVehicle } from "#web/features/vehicles/card-vehicle.ts";
import { featuredVehicle } from "#web/features/vehicles/featured/featured-vehicle.ts";
import { attributedLink } from "#web/session/links/attributed-link.ts";
import { openingTimes } from "#web/ui/opening-times.ts";
import { imageRendition, imageSrcSet, storedPath } from "#web/ui/picture/photo-addresses.ts";
import { heroColours } from "#web/ui/theme/hero-colours.ts";
import { heroPattern } from "#web/ui/theme/hero-pattern.ts";

const LOGO_WIDTH = 320;
const HERO_WIDTH = 1280;
const PORTRAIT_WIDTH = 320;

type Shown = {
  storefront: Storefront;
  /** The contact that visitors see: the dealership, or the vendedor of the link. */
  seller: PageSeller;
  vehicles: CardVehicle[];
  team: PublicSeller[];
};

/**
 * The data of a dealership's landing, with URLs and colours prepared, for the page's loader and the
 * editor's preview.
 */
export function landingView({ storefront, seller, vehicles, team }: Shown) {
  const { name, slug, style } = storefront;
  const shown = vehicles.map((vehicle) =>
    featuredVehicle(vehicle, storefront.units, seller.vendedor),
  );
  const contact = contactLinks(seller, dealershipQuestion(name));
  const logo = storedPicture(storefront.logo);
  const hero = storedPicture(style.heroImage);
  return {
    name,
    tagline: storefront.tagline,
    slogan: storefront.slogan,
    offers: storefront.offers,
    times: storefront.hours ? openingTimes(storefront.hours) : null,
    seller: seller.vendedor && seller.name,
    vendedor: seller.vendedor,
    contact,
    place: contact.place?.isWritten ? contact.place.text : null,
    inventoryPath: storefrontLinks.inventory(slug),
    inventoryHref: attributedLink(storefrontLinks.inventory(slug), seller.vendedor),
    look: {
      layout: style.layout,
      showName: style.showName,
      logo: logo ? imageRendition(logo, { width: LOGO_WIDTH }) : "",
      hero: heroColours(style.heroColour),
      pattern: heroPattern(slug),
      picture: hero
        ? { src: imageRendition(hero, { width: HERO_WIDTH }), srcSet: imageSrcSet(hero) }
        : null,
    },
    /** The picture of link previews. */
    preview: hero ?? vehicles[0]?.cover ?? undefined,
    vehicles: shown,
    showcase: shown
      .filter((_, index) => vehicles[index]?.cover)
      .map(({ id, href, name: model, year, price, photo }) => ({
        id,
        href,
        title: `${model} ${year}`,
        price,
        photo,
      })),
    // A visitor who came through a vendedor's link is that vendedor's customer.
    team: seller.vendedor
      ? []
      : team.flatMap((person) => {
          const portrait = squareLogo(person.logo)?.(PORTRAIT_WIDTH) ?? null;
          return teamPerson(person, { dealership: name, portrait, country: seller.country }) ?? [];
        }),
  };
}

export type LandingView = ReturnType<typeof landingView>;

/**
 * A picture in this site's storage; undefined for others, which the content security policy blocks.
 */
export function storedPicture(address: string | undefined): string | undefined {
  return address && storedPath(address) !== null ? address : undefined;
}

/**
 * Returns a function from side length in pixels to the URL of the logo, cropped to a square, for
 * icons. Returns null without a logo in our storage.
 */
export function squareLogo(address: string | undefined): ((side: number) => string) | null {
  const logo = storedPicture(address);
  if (!logo) return null;
  return (side) =>
    imageRendition(logo, { width: side, height: side, resize: "cover", format: "jpeg" });
}
