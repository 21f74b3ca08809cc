import type { MetaDescriptor } from "react-router";
import { formatPrice } from "#contract/price.ts";
import { formatDistance, type Units } from "#contract/units.ts";
import { previewMeta } from "#web/ui/preview-meta.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import type { PublicVehicle } from "./load-public-vehicle.ts";
import { structuredBreadcrumbs, structuredData } from "./structured-data.ts";

/**
 * `sharedUrl` is the URL for sharing, which keeps the salesperson; search engines get one without.
 */
type Page = {
  url: string;
  sharedUrl: string;
  image: string;
  sellerName: string | null;
  units: Units;
  /** Breadcrumbs from the seller's landing, without the page itself; omitted without a landing. */
  trail?: { name: string; url: string }[];
};

/** Head of a public vehicle page for search engines and link previews. */
export function publicVehicleMeta(vehicle: PublicVehicle, page: Page): MetaDescriptor[] {
  const name = vehicleTitle(vehicle);
  const title = `${name} · ${formatPrice(vehicle.price, page.units.currency)}`;
  const description = summary(vehicle, page);
  return [
    { title: `${name} | Vitrina` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: page.url },
    ...previewMeta({
      title,
      description,
      url: page.sharedUrl,
      image: page.image,
      imageAlt: name,
      siteName: page.sellerName ?? "Vitrina",
    }),
    { "script:ld+json": structuredData(vehicle, page) },
    ...(page.trail
      ? [{ "script:ld+json": structuredBreadcrumbs([...page.trail, { name, url: page.url }]) }]
      : []),
  ];
}

const MAX_SUMMARY_LENGTH = 200;

function summary(vehicle: PublicVehicle, { sellerName, units }: Page): string {
  const facts = [
    vehicle.status === "Disponible" ? null : vehicle.status,
    formatPrice(vehicle.price, units.currency),
    vehicle.mileage === null ? null : formatDistance(vehicle.mileage, units),
    vehicle.transmission,
    vehicle.fuel_type,
    vehicle.color,
    sellerName,
  ];
  const fullDescription = vehicle.description?.replaceAll(/\s+/g, " ").trim() ?? "";
  const text = `${facts.filter(Boolean).join(" · ")}${fullDescription && `. ${fullDescription}`}`;
  return text.length <= MAX_SUMMARY_LENGTH
    ? text
    : `${text.slice(0, MAX_SUMMARY_LENGTH - 1).trimEnd()}…`;
}

/**
 * Head of a page without a vehicle; not indexed. Separate from the other head, for which browsers
 * need no code.
 */
export function vehicleNotFoundMeta(notFound: boolean): MetaDescriptor[] {
  const { notFoundTitle, notPublic, unavailable } = publicVehicleMessages;
  return [
    { title: `${notFound ? notFoundTitle : unavailable.title} | Vitrina` },
    { name: "description", content: (notFound ? notPublic : unavailable).description },
    { name: "robots", content: "noindex" },
  ];
}

/** Texts of the public page (docs/product/public-pages.md). */
export const publicVehicleMessages = {
  notFoundTitle: "Vehículo No Encontrado",
  notFound: "Este vehículo no existe o ya no está disponible.",
  notPublic: {
    title: "Error",
    description: "Vehículo no encontrado o no está disponible públicamente.",
  },
  unavailable: {
    title: "Error Inesperado",
    description: "Ocurrió un error al cargar los datos.",
  },
} as const;
