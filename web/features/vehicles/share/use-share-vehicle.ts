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
import { rememberShared } from "./remember-shared.ts";

/** The fields of a shared vehicle. */
type SharedVehicle = Pick<
  Vehicle,
  "id" | "user_id" | "brand" | "model" | "year" | "price" | "mileage" | "published"
> & {
  /** The first photo. */
  cover: string | null | undefined;
};

/**
 * Returns a function that copies the public link (docs/product/public-pages.md) and opens a phone's
 * share sheet with text, link and photo; elsewhere the notice offers WhatsApp. The photo is
 * prefetched and a pending `publishing` is not awaited, because a share sheet opens only within a
 * press.
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
      if (copied && isSeen && activeUser) rememberShared(supabase, activeUser.id);
    });
    if (!hasShareSheet()) return;
    const withPhoto = { text, files: photo ? [photo] : [] };
    const sent = photo && navigator.canShare?.(withPhoto) ? withPhoto : { text };
    // A dismissed sheet still leaves the link in the clipboard.
    navigator.share(sent).catch(() => undefined);
  };
}

/** Desktops also have a share sheet, but people do not expect it there. */
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
