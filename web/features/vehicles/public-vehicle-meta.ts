import type { MetaDescriptor } from "react-router";
import { formatMileage } from "./format-mileage.ts";
import { formatPrice } from "./format-price.ts";
import type { PublicVehicle } from "./load-public-vehicle.ts";
import { publicVehicleMessages } from "./public-messages.ts";
import { structuredData } from "./structured-data.ts";
import { vehicleTitle } from "./vehicle-title.ts";

type Page = { url: string; image: string; sellerName: string | null };

/** What search engines and link previews read in the head of a public vehicle page (issue 2). */
export function publicVehicleMeta(vehicle: PublicVehicle, page: Page): MetaDescriptor[] {
  const name = vehicleTitle(vehicle);
  const title = `${name} · ${formatPrice(vehicle.price)}`;
  const description = summary(vehicle, page.sellerName);
  return [
    { title: `${name} | Vitrina` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: page.url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: page.sellerName ?? "Vitrina" },
    { property: "og:locale", content: "es" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: page.url },
    { property: "og:image", content: page.image },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: name },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: page.image },
    { "script:ld+json": structuredData(vehicle, page) },
  ];
}

/** The head of a page without a vehicle: no search engine keeps it. */
export function missingVehicleMeta(notFound: boolean): MetaDescriptor[] {
  const { notFoundTitle, notPublic, unavailable } = publicVehicleMessages;
  return [
    { title: `${notFound ? notFoundTitle : unavailable.title} | Vitrina` },
    { name: "description", content: notFound ? notPublic : unavailable.description },
    { name: "robots", content: "noindex" },
  ];
}

const LONGEST_SUMMARY = 200;

function summary(vehicle: PublicVehicle, sellerName: string | null): string {
  const facts = [
    vehicle.status === "Disponible" ? null : vehicle.status,
    formatPrice(vehicle.price),
    vehicle.mileage === null ? null : formatMileage(vehicle.mileage),
    vehicle.transmission,
    vehicle.fuel_type,
    vehicle.color,
    sellerName,
  ];
  const told = vehicle.description?.replaceAll(/\s+/g, " ").trim() ?? "";
  const text = `${facts.filter(Boolean).join(" · ")}${told && `. ${told}`}`;
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1).trimEnd()}…`;
}
