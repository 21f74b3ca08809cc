import { findMovedSlug } from "#web/api/find-moved-slug.ts";
import { shownPhone, telAddress, whatsappNumber } from "#web/api/phone-number.ts";
import type { AnonymousRest } from "#web/api/read-public-rows.ts";
import { attributedLink, SELLER_PARAMETER } from "#web/session/links/attributed-link.ts";
import { type FoundSeller, loadPublicSeller } from "./load-public-seller.ts";
import type { PublicSeller } from "./public-seller.ts";

/**
 * Whom a public page shows for contact and inquiries: a dealership, or the vendedor of it whose
 * link was followed.
 */
export type ShownSeller = PublicSeller & {
  /**
   * The vendedor's slug, which the page's own links hand on; null where the dealership itself is
   * shown.
   */
  vendedor: string | null;
  /** The dealership that the vendedor sells for. */
  worksFor: string | null;
  /** Where their phones are typed. */
  country: string;
  /** The address that calls `phone`. */
  telephone: string | undefined;
  /** Whether the picture is the vendedor's own, and no dealership's logo. */
  hasPortrait: boolean;
  /**
   * The dealership's landing and inventory, with the vendedor's slug; null without a public page.
   */
  storefront: string | null;
  inventory: string | null;
};

/**
 * The vendedor that a page's `?vendedor=slug` names, also by a slug they had before, as links are
 * kept in chats for long; or null: for no such parameter, and for a slug that never was a
 * vendedor's, or of an inactive account. Give the promise along with the page's own request; it
 * never asks without the parameter.
 */
export async function loadVendedor(
  rest: AnonymousRest,
  parameters: URLSearchParams,
): Promise<PublicSeller | null> {
  const slug = parameters.get(SELLER_PARAMETER);
  if (!slug) return null;
  const found = await loadPublicSeller(rest, slug, "vendedor");
  if (found) return found.seller;
  const moved = await findMovedSlug(rest, slug);
  if (moved?.kind !== "moved") return null;
  return (await loadPublicSeller(rest, moved.slug, "vendedor"))?.seller ?? null;
}

/**
 * Who is shown on a page of the dealership: the vendedor if they sell for it, else the dealership;
 * a vendedor of another one is ignored without a word. A vendedor's name and numbers stand under
 * the dealership's look and, unless they gave their own, at its address. Numbers are read in the
 * dealership's country.
 */
export function shownSeller(
  dealership: PublicSeller,
  vendedor: PublicSeller | null,
  defaultCountry: string,
): ShownSeller {
  const isTheirs = vendedor !== null && vendedor.dealershipId === dealership.id;
  const seller = isTheirs ? underDealership(vendedor, dealership) : dealership;
  const slug = isTheirs ? vendedor.slug : null;
  const page = dealership.role === "concesionario" ? dealership.slug : null;
  const country = dealership.country ?? defaultCountry;
  return {
    ...seller,
    country,
    phone: seller.phone && shownPhone(seller.phone, country),
    telephone: seller.phone && telAddress(seller.phone, country),
    whatsapp: whatsappNumber(seller.whatsapp, country),
    vendedor: slug,
    worksFor: isTheirs ? dealership.name : null,
    hasPortrait: isTheirs && Boolean(vendedor.logo),
    storefront: page && attributedLink(`/i/${page}`, slug),
    inventory: page && attributedLink(`/i/${page}/inventory`, slug),
  };
}

/**
 * Whom a person's own page shows: a vendedor under their dealership, everybody else as they are.
 */
export function shownPerson(
  { seller, dealership }: FoundSeller,
  defaultCountry: string,
): ShownSeller {
  return seller.role === "vendedor" && dealership
    ? shownSeller(dealership, seller, defaultCountry)
    : shownSeller(seller, null, defaultCountry);
}

/**
 * A vendedor with the look of the dealership, its currency, address, hours and offers in place of
 * what they did not set themselves.
 */
function underDealership(vendedor: PublicSeller, dealership: PublicSeller): PublicSeller {
  const place = vendedor.location ? vendedor : dealership;
  const hasOwnHero = Boolean(vendedor.heroColor || vendedor.heroImage);
  const takesImage = !hasOwnHero && vendedor.usesHeroImage !== false;
  return {
    ...vendedor,
    logo: vendedor.logo ?? dealership.logo,
    location: place.location,
    locationUrl: place.locationUrl,
    hours: vendedor.hours ?? dealership.hours,
    units: dealership.units,
    offers: vendedor.offers ?? dealership.offers,
    accentColor: vendedor.accentColor ?? dealership.accentColor,
    heroColor: hasOwnHero ? vendedor.heroColor : dealership.heroColor,
    heroImage: takesImage ? dealership.heroImage : vendedor.heroImage,
  };
}

/** What a card says that somebody is. */
export function roleOf({ role, worksFor }: Pick<ShownSeller, "role" | "worksFor">): string {
  if (role === "vendedor") return worksFor ? `Vendedor de ${worksFor}` : "Vendedor";
  return role === "admin" ? "Administrador" : "Concesionario";
}
