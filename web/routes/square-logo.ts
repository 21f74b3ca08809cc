import { imageRendition } from "#web/features/vehicles/photo-addresses.ts";
import { ownPicture } from "./landing-view.ts";

/**
 * Gives the address of a logo cut to a square of so many pixels, for icons; null without a logo of
 * ours.
 */
export function squareLogo(address: string | undefined): ((side: number) => string) | null {
  const logo = ownPicture(address);
  if (!logo) return null;
  return (side) =>
    imageRendition(logo, { width: side, height: side, resize: "cover", format: "jpeg" });
}
