import type { MetaDescriptor } from "react-router";
import { previewMeta } from "#web/ui/preview-meta.ts";
import type { ShownCard } from "../card-vehicle.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { sharedMessages } from "./messages.ts";

type Page = { url: string; image: string; sellerName: string | null };

/** So many vehicles a preview names; of the others it says how many they are. */
const NAMED = 3;

/**
 * What link previews read in the head of a shared selection. No search engine keeps it: it is meant
 * for whom it was sent to.
 */
export function sharedVehiclesMeta(vehicles: ShownCard[], page: Page): MetaDescriptor[] {
  const [first] = vehicles;
  if (first === undefined) return bareMeta(sharedMessages.empty);
  const title =
    vehicles.length === 1 ? vehicleTitle(first) : `${vehicles.length} vehículos para ti`;
  const description = summary(vehicles);
  return [
    ...bareMeta(description),
    ...previewMeta({
      title: page.sellerName ? `${title} · ${page.sellerName}` : title,
      description,
      url: page.url,
      image: page.image,
      imageAlt: vehicleTitle(first),
      siteName: page.sellerName ?? "Vitrina",
    }),
  ];
}

/** The head while the vehicles cannot be read. */
export function unansweredMeta(): MetaDescriptor[] {
  return bareMeta(sharedMessages.loadFailed);
}

function bareMeta(description: string): MetaDescriptor[] {
  return [
    { title: `${sharedMessages.heading} | Vitrina` },
    { name: "description", content: description },
    { name: "robots", content: "noindex" },
  ];
}

function summary(vehicles: ShownCard[]): string {
  const named = vehicles
    .slice(0, NAMED)
    .map((vehicle) => `${vehicleTitle(vehicle)} · ${vehicle.price}`)
    .join(", ");
  const others = vehicles.length - NAMED;
  return others > 0 ? `${named} y ${others} más` : named;
}
