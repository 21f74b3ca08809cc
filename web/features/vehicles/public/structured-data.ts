import { priceIn } from "#contract/price.ts";
import type { Units } from "#contract/units.ts";
import type { Vehicle } from "#contract/vehicle.ts";
import { type FieldWith, fieldsWith, vehicleFields } from "#contract/vehicle-fields.ts";
import { vehicleTitle } from "../vehicle-title.ts";

type StructuredVehicle = Pick<Vehicle, FieldWith<"schemaOrg"> | "price" | "status">;

type Page = { url: string; image: string; sellerName: string | null; units: Units };

/** The schema.org Car of a public vehicle page, with an Offer only if the price is a number. */
export function structuredData(vehicle: StructuredVehicle, page: Page) {
  return {
    "@context": "https://schema.org",
    "@type": "Car",
    name: vehicleTitle(vehicle),
    url: page.url,
    image: page.image,
    ...Object.fromEntries(propertiesOf(vehicle, page.units)),
    offers: offer(vehicle, page),
  };
}

/** The schema.org BreadcrumbList of a page, which itself comes last. */
export function structuredBreadcrumbs(places: { name: string; url: string }[]) {
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

function propertiesOf(vehicle: StructuredVehicle, units: Units): [string, unknown][] {
  return fieldsWith("schemaOrg").flatMap((name) => {
    const { property, type }: { property: string; type?: string } = vehicleFields[name].schemaOrg;
    const value = vehicle[name];
    return value === null ? [] : [[property, structuredValue(value, { type, units })]];
  });
}

function structuredValue(
  value: string | number,
  { type, units }: { type: string | undefined; units: Units },
): unknown {
  switch (type) {
    case undefined:
      return value;
    case "Date":
      return String(value);
    case "QuantitativeValue":
      return { "@type": type, value, unitCode: units.distance === "mi" ? "SMI" : "KMT" };
    default:
      return { "@type": type, name: value };
  }
}

function offer(vehicle: StructuredVehicle, page: Page) {
  const { currency } = page.units;
  const amount = priceIn(currency, vehicle.price);
  if (amount === null) return undefined;
  return {
    "@type": "Offer",
    price: amount,
    priceCurrency: currency,
    url: page.url,
    availability: `https://schema.org/${vehicle.status === "Vendido" ? "SoldOut" : "InStock"}`,
    seller: page.sellerName ? { "@type": "AutoDealer", name: page.sellerName } : undefined,
  };
}
