import { expect, test } from "vitest";
import { defaultUnits } from "#contract/units.ts";
import { featuredVehicle } from "./featured-vehicle.ts";

const kona = {
  id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
  brand: "Hyundai",
  model: "Kona",
  year: 2023,
  price: "18500",
  mileage: 21000,
  transmission: "Automático" as const,
  fuel_type: null,
  status: "Disponible" as const,
  reserved_until: "2020-12-01",
  cover: "https://autos.example/storage/v1/object/public/vehicle_images/a/1.jpg",
  photos: 3,
};

test("a customer sees a featured vehicle's texts and a cover in the card's widths", () => {
  expect(featuredVehicle(kona, defaultUnits, null)).toEqual({
    id: kona.id,
    href: `/public/vehicle/${kona.id}`,
    name: "Hyundai Kona",
    year: 2023,
    facts: "21,000 mi · Automático",
    price: "$18,500",
    reserved: "Apartado",
    photo: {
      src: "/storage/v1/render/image/public/vehicle_images/a/1.jpg?width=640",
      srcSet: expect.stringContaining("?width=320 320w"),
    },
  });
});

test("a customer keeps a salesperson's link, and sees a placeholder without photo", () => {
  const vehicle = featuredVehicle(
    { ...kona, cover: null, mileage: null, price: null },
    defaultUnits,
    "ana",
  );
  expect(vehicle.href).toBe(`/public/vehicle/${kona.id}?vendedor=ana`);
  expect(vehicle).toMatchObject({ facts: "Automático", price: "A consultar" });
  expect(vehicle.photo).toEqual({ src: "/vehicle-fallback.svg", srcSet: undefined });
});
