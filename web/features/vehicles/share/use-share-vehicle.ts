import { useQuery } from "@tanstack/react-query";
import { formatPrice } from "#contract/price.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { formatDistance, type Units } from "#contract/units.ts";
import type { Vehicle } from "#contract/vehicle.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { sellerOf } from "#web/session/links/attributed-link.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { imageRendition, storedPath } from "#web/ui/picture/photo-addresses.ts";
import { vehicleMessages } from "../messages.ts";
import { vehicleLinks } from "../vehicle-links.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { markShared } from "./shared-mark.ts";

/** What is said of a vehicle that is shared. */
type SharedVehicle = Pick<
  Vehicle,
  "id" | "user_id" | "brand" | "model" | "year" | "price" | "mileage" | "published"
> & {
  /** Its first photo. */
  cover: string | null | undefined;
};

/**
 * Gives what shares a vehicle: it copies the public page's link (docs/product/public-pages.md) and
 * opens the phone's share sheet with text, link and photo; elsewhere the notice leads on to
 * WhatsApp. The photo is fetched ahead, since a sheet opens only within the press: it waits for no
 * `publishing` that is under way.
 */
export function useShareVehicle(vehicle: SharedVehicle): (publishing?: Promise<unknown>) => void {
  const { supabase, activeUser } = useAuth();
  const units = useUnits(vehicle.user_id);
  const { data: photo } = useQuery({
    queryKey: ["share-photo", vehicle.cover],
    queryFn: ({ signal }) => fetchPhoto(vehicle, signal),
    enabled: hasShareSheet() && Boolean(vehicle.cover && storedPath(vehicle.cover)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (publishing) => {
    const seller = sellerOf(activeUser);
    const address = vehicleLinks.publicPage(vehicle.id, window.location.origin, seller);
    const text = `${summaryOf(vehicle, units)}\n${address}`;
    const isSeen = vehicle.published || publishing !== undefined;
    const toWhatsapp = { label: "Enviar por WhatsApp", href: whatsappAddress("", text) };
    const copying = copyLink(address, {
      note: isSeen ? undefined : vehicleMessages.copiedHidden,
      action: hasShareSheet() ? undefined : toWhatsapp,
      after: publishing,
    });
    void copying.then((copied) => {
      if (copied && isSeen && activeUser) markShared(supabase, activeUser.id);
    });
    if (!hasShareSheet()) return;
    const withPhoto = { text, files: photo ? [photo] : [] };
    const sent = photo && navigator.canShare?.(withPhoto) ? withPhoto : { text };
    // Whoever closes the sheet has the link in the clipboard all the same.
    navigator.share(sent).catch(() => undefined);
  };
}

/** Desktops have such a sheet, too, and nobody expects it there. */
function hasShareSheet(): boolean {
  return typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;
}

function summaryOf(vehicle: SharedVehicle, units: Units): string {
  const { price, mileage } = vehicle;
  const parts = [vehicleTitle(vehicle), formatPrice(price, units.currency)];
  if (mileage !== null) parts.push(formatDistance(mileage, units));
  return parts.join(" · ");
}

async function fetchPhoto(vehicle: SharedVehicle, signal: AbortSignal): Promise<File> {
  const rendition = { width: 1280, format: "jpeg" } as const;
  const response = await fetch(imageRendition(vehicle.cover ?? "", rendition), { signal });
  if (!response.ok) throw new Error(`The photo was answered with ${response.status}`);
  const name = `${vehicleTitle(vehicle).replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.jpg`;
  return new File([await response.blob()], name, { type: "image/jpeg" });
}
