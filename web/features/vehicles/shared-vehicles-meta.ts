import type { MetaDescriptor } from "react-router";
import { formatPrice } from "./format-price.ts";
import type { SharedVehicle } from "./load-shared-vehicles.ts";
import { sharedMessages } from "./shared-messages.ts";
import { vehicleTitle } from "./vehicle-title.ts";

type Page = { url: string; image: string; sellerName: string | null };

/** So many vehicles a preview names; of the others it says how many they are. */
const NAMED = 3;

/** What link previews read in the head of a shared selection. No search engine keeps it: it is meant for whom it was sent to. */
export function sharedVehiclesMeta(vehicles: SharedVehicle[], page: Page): MetaDescriptor[] {
  const [first] = vehicles;
  if (first === undefined) return bareMeta(sharedMessages.empty);
  const title =
    vehicles.length === 1 ? vehicleTitle(first) : `${vehicles.length} vehículos para ti`;
  const description = summary(vehicles);
  return [
    ...bareMeta(description),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: page.sellerName ?? "Vitrina" },
    { property: "og:locale", content: "es" },
    { property: "og:title", content: page.sellerName ? `${title} · ${page.sellerName}` : title },
    { property: "og:description", content: description },
    { property: "og:url", content: page.url },
    { property: "og:image", content: page.image },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: vehicleTitle(first) },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: page.image },
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

function summary(vehicles: SharedVehicle[]): string {
  const named = vehicles
    .slice(0, NAMED)
    .map((vehicle) => `${vehicleTitle(vehicle)} · ${formatPrice(vehicle.price)}`)
    .join(", ");
  const others = vehicles.length - NAMED;
  return others > 0 ? `${named} y ${others} más` : named;
}
