import { findMovedSlug } from "#web/api/find-moved-slug.ts";
import { displayPhone, telAddress, whatsappNumber } from "#web/api/phone-number.ts";
import type { AnonymousRest } from "#web/api/read-public-rows.ts";
import { attributedLink, SELLER_PARAMETER } from "#web/session/links/attributed-link.ts";
import { type LoadedSeller, loadPublicSeller } from "./load-public-seller.ts";
import type { PublicSeller } from "./public-seller.ts";

/** The contact on a public page: the dealership, or the salesperson from the followed link. */
export type PageSeller = PublicSeller & {
  /** The salesperson's slug, passed on by the page's links; null for the dealership itself. */
  vendedor: string | null;
  /** Name of the salesperson's dealership. */
  worksFor: string | null;
  /** Default country of their phone numbers. */
  country: string;
  /** The href that calls `phone`. */
  telephone: string | undefined;
  /** True if the picture is the salesperson's own, not the dealership's logo. */
  hasPortrait: boolean;
  /**
   * The dealership's landing and inventory, with the salesperson's slug; null without a public
   * page.
   */
  storefront: string | null;
  inventory: string | null;
};

/**
 * Loads the salesperson of `?vendedor=slug`, current or former slug, because links live long in
 * chats. Null without the parameter, for an unknown slug and for an inactive account. Without the
 * parameter no request is sent, so await it together with the page's own request.
 */
export async function loadSalesperson(
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
 * The contact on a dealership's page: the salesperson if they sell for it, else the dealership. A
 * salesperson keeps their own name, numbers and, if set, address; the rest is the dealership's.
 * Numbers are read in the dealership's country.
 */
export function resolvePageSeller(
  dealership: PublicSeller,
  vendedor: PublicSeller | null,
  defaultCountry: string,
): PageSeller {
  const isTheirs = vendedor !== null && vendedor.dealershipId === dealership.id;
  const seller = isTheirs ? withDealershipDefaults(vendedor, dealership) : dealership;
  const slug = isTheirs ? vendedor.slug : null;
  const page = dealership.role === "concesionario" ? dealership.slug : null;
  const country = dealership.country ?? defaultCountry;
  return {
    ...seller,
    country,
    phone: seller.phone && displayPhone(seller.phone, country),
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
 * The contact on a person's own page: a salesperson within their dealership, everyone else as they
 * are.
 */
export function resolvePersonSeller(
  { seller, dealership }: LoadedSeller,
  defaultCountry: string,
): PageSeller {
  return seller.role === "vendedor" && dealership
    ? resolvePageSeller(dealership, seller, defaultCountry)
    : resolvePageSeller(seller, null, defaultCountry);
}

/**
 * Fills in the dealership's look, currency, address, hours and offers where the salesperson set
 * none.
 */
function withDealershipDefaults(vendedor: PublicSeller, dealership: PublicSeller): PublicSeller {
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

/** The role text on a card. */
export function roleLabelOf({ role, worksFor }: Pick<PageSeller, "role" | "worksFor">): string {
  if (role === "vendedor") return worksFor ? `Vendedor de ${worksFor}` : "Vendedor";
  return role === "admin" ? "Administrador" : "Concesionario";
}
