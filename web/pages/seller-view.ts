import type { PageSeller } from "#web/features/sellers/attribution.ts";
import { sellerContact } from "#web/features/sellers/seller-contact.ts";
import type { ProfileBand } from "#web/features/storefronts/profile-frame.tsx";
import { imageRendition, imageSrcSet } from "#web/ui/picture/photo-addresses.ts";
import { heroColours } from "#web/ui/theme/hero-colours.ts";
import { storedPicture } from "./landing-view.ts";

const LOGO_WIDTH = 320;
const BAND_WIDTH = 1280;

/**
 * The seller's contact, with the logo in display size. `question` is the text of the WhatsApp
 * message, `qrAddress` the address that the QR code leads to.
 */
export function sellerView(seller: PageSeller, page: { question: string; qrAddress: string }) {
  const own = storedPicture(seller.logo);
  const logo = own && imageRendition(own, { width: LOGO_WIDTH });
  return sellerContact({ ...seller, logo }, page);
}

/** The band behind a seller's profile card. */
export function bandView(style: {
  heroColor?: string | undefined;
  heroImage?: string | undefined;
}): ProfileBand {
  const picture = storedPicture(style.heroImage);
  return {
    colours: heroColours(style.heroColor ?? ""),
    picture: picture
      ? { src: imageRendition(picture, { width: BAND_WIDTH }), srcSet: imageSrcSet(picture) }
      : null,
  };
}
