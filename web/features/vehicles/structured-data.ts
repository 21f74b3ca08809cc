import type { Vehicle } from "#contract/vehicle.ts";
import { priceAmount } from "./format-price.ts";
import { vehicleTitle } from "./vehicle-title.ts";

type StructuredVehicle = Pick<
  Vehicle,
  | "brand"
  | "model"
  | "year"
  | "vin"
  | "price"
  | "mileage"
  | "transmission"
  | "color"
  | "fuel_type"
  | "doors"
  | "description"
  | "status"
>;

type Page = { url: string; image: string; sellerName: string | null };

/** The schema.org Car of a public vehicle page. An Offer is given only when the price is a number (issue 2). */
export function structuredData(vehicle: StructuredVehicle, page: Page) {
  return {
    "@context": "https://schema.org",
    "@type": "Car",
    name: vehicleTitle(vehicle),
    url: page.url,
    image: page.image,
    brand: { "@type": "Brand", name: vehicle.brand },
    model: vehicle.model,
    vehicleModelDate: String(vehicle.year),
    vehicleIdentificationNumber: vehicle.vin ?? undefined,
    mileageFromOdometer: mileage(vehicle.mileage),
    vehicleTransmission: vehicle.transmission ?? undefined,
    color: vehicle.color ?? undefined,
    fuelType: vehicle.fuel_type ?? undefined,
    numberOfDoors: vehicle.doors ?? undefined,
    description: vehicle.description ?? undefined,
    offers: offer(vehicle, page),
  };
}

/** The schema.org BreadcrumbList of a page: the way to it, the page itself last. */
export function structuredTrail(places: { name: string; url: string }[]) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: places.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}

function mileage(miles: number | null) {
  return miles === null
    ? undefined
    : { "@type": "QuantitativeValue", value: miles, unitCode: "SMI" };
}

function offer(vehicle: StructuredVehicle, page: Page) {
  const amount = priceAmount(vehicle.price);
  if (amount === null) return undefined;
  return {
    "@type": "Offer",
    price: amount,
    priceCurrency: "USD",
    url: page.url,
    availability: `https://schema.org/${vehicle.status === "Vendido" ? "SoldOut" : "InStock"}`,
    seller: page.sellerName ? { "@type": "AutoDealer", name: page.sellerName } : undefined,
  };
}
