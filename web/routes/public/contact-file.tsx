import { resolvePersonSeller } from "#web/features/sellers/attribution.ts";
import { contactFileResponse, readPhoto } from "#web/features/sellers/contact-file.ts";
import { loadPublicSeller } from "#web/features/sellers/load-public-seller.ts";
import { contactFilePath } from "#web/features/sellers/seller-contact.ts";
import { notFoundResponse } from "#web/features/storefronts/not-found-response.ts";
import { storedPicture } from "#web/pages/landing-view.ts";
import {
  publicLoaderInput,
  redirectForeignPage,
  throwUnavailable,
} from "#web/pages/public-visit.ts";
import { imageRendition } from "#web/ui/picture/photo-addresses.ts";
import type { Route } from "./+types/contact-file.ts";

const PHOTO = { width: 320, format: "jpeg" } as const;

/**
 * GET /vcard/{publicSlug}.vcf: the contact card as a file, with the person's photo. Returns 301,
 * 410 or 404 for an unknown slug.
 */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { rest, siteUrl, defaultCountry } = publicLoaderInput({ request, context });
  const slug = params.publicSlug;
  const found = await loadPublicSeller(rest, slug).catch(throwUnavailable);
  if (found === null) {
    throw await notFoundResponse(rest, slug, request, contactFilePath).catch(throwUnavailable);
  }
  redirectForeignPage({ context, url }, [found.dealership?.id ?? found.seller.id]);
  const logo = storedPicture(found.seller.logo);
  return contactFileResponse(resolvePersonSeller(found, defaultCountry), {
    url: `${siteUrl}/vcard/${slug}`,
    photo: logo && (await readPhoto(rest.fetch, `${siteUrl}${imageRendition(logo, PHOTO)}`)),
  });
}
