import type { MetaDescriptor } from "react-router";
import { profileMeta } from "#web/features/storefronts/profile-meta.ts";
import type { Storefront } from "#web/features/storefronts/storefront.ts";
import { storefrontLinks } from "#web/features/storefronts/storefront-links.ts";
import { previewImage } from "#web/features/vehicles/photo-addresses.ts";
import { vehicleLinks } from "#web/features/vehicles/vehicle-links.ts";
import { attributedLink } from "#web/session/attributed-link.ts";
import type { LandingView } from "./landing-view.ts";

/**
 * The head of a dealership's landing: search engines keep the landing itself, a share hands on the
 * vendedor whose link it is.
 */
export function storefrontMeta(
  siteUrl: string,
  storefront: Storefront,
  view: LandingView,
): MetaDescriptor[] {
  const { name, tagline, slogan, logo, contact } = storefront;
  const url = storefrontLinks.landing(storefront.slug, siteUrl);
  const names = view.vehicles.map((vehicle) => `${vehicle.name} ${vehicle.year}`).join(", ");
  return profileMeta(
    { kind: "AutoDealer", name, url, logo: logo ?? null, contact: view.contact },
    {
      title: name,
      description: [tagline, slogan, contact.location, names].filter(Boolean).join(" · "),
      canonical: url,
      url: attributedLink(url, view.vendedor),
      image: previewImage(view.preview, siteUrl),
      items: view.vehicles.map((vehicle) => ({
        name: `${vehicle.name} ${vehicle.year}`,
        url: vehicleLinks.publicPage(vehicle.id, siteUrl),
      })),
    },
  );
}
