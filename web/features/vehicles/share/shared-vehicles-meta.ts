import type { MetaDescriptor } from "react-router";
import { previewMeta } from "#web/ui/preview-meta.ts";
import type { PreparedCard } from "../card-vehicle.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { sharedMessages } from "./messages.ts";

type Page = { url: string; image: string; sellerName: string | null };

/** Vehicles named in a preview; the others are counted. */
const NAMED = 3;

/**
 * Head of a shared selection for link previews. Not indexed, because it is meant for its recipient.
 */
export function sharedVehiclesMeta(vehicles: PreparedCard[], page: Page): MetaDescriptor[] {
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

/** Head if the vehicles cannot be loaded. */
export function unavailableMeta(): MetaDescriptor[] {
  return bareMeta(sharedMessages.loadFailed);
}

function bareMeta(description: string): MetaDescriptor[] {
  return [
    { title: `${sharedMessages.heading} | Vitrina` },
    { name: "description", content: description },
    { name: "robots", content: "noindex" },
  ];
}

function summary(vehicles: PreparedCard[]): string {
  const named = vehicles
    .slice(0, NAMED)
    .map((vehicle) => `${vehicleTitle(vehicle)} · ${vehicle.price}`)
    .join(", ");
  const others = vehicles.length - NAMED;
  return others > 0 ? `${named} y ${others} más` : named;
}
