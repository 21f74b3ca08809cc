import type { Locator, Page } from "@playwright/test";
import { postLead, typeInquiry } from "#tests/support/leads.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { makeVehicle, storePhoto } from "../make-vehicle.ts";
import type { Site } from "../site.ts";

/** A dealership in which every overlay of the product can be opened. */
export type World = { dealer: Person; admin: Person; slug: string; vehicle: string };

export async function makeWorld(site: Site): Promise<World> {
  const slug = `valle-${Math.random().toString(36).slice(2, 10)}`;
  const profile = { name: "Autos del Valle", phone: "+1 305 555 0100", offers: "Aceite gratis." };
  const dealer = await createDealership(site, { slug, config: { profile } });
  const admin = await createAdmin(site);
  await createSalesperson(site, dealer.id);
  const images = [
    await storePhoto(dealer, "a.jpg", "#1f5fa8"),
    await storePhoto(dealer, "b.jpg", "#a81f2b"),
  ];
  const { id } = await makeVehicle(dealer, { images, published: true });
  await postLead(site, typeInquiry(dealer));
  return { dealer, admin, slug, vehicle: id };
}

export type OverlayCase = {
  as?: "dealer" | "admin";
  path: (world: World) => string;
  /** The control that has the focus again once the overlay is closed. */
  opener: (page: Page) => Locator;
  /** The menu item of the opener's menu that opens the overlay. */
  item?: string;
  overlay: (page: Page) => Locator;
  /** Its own button that closes it; a menu has none. */
  closer?: string;
  /** Wide screens have no such overlay. */
};

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first();
const dialog = (page: Page) => page.getByRole("dialog");
const question = (page: Page) => page.getByRole("alertdialog");
const menu = (page: Page) => page.getByRole("menu");

const vehicle = ({ vehicle }: World) => `/vehicle/${vehicle}`;
const publicVehicle = ({ vehicle }: World) => `/public/vehicle/${vehicle}`;
const inventory = ({ slug }: World) => `/i/${slug}/inventory`;

export const overlays: Record<string, OverlayCase> = {
  "the inquiry": {
    path: publicVehicle,
    opener: button("Solicitar Información"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the referral": {
    path: inventory,
    opener: button("Referir un Amigo"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the QR code": {
    path: inventory,
    opener: button("Código QR"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the offers": {
    path: inventory,
    opener: button("Conoce nuestras ofertas"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the filter sheet": {
    path: inventory,
    opener: button("Filtrar y ordenar"),
    overlay: (page) => page.getByRole("group", { name: "Filtrar y ordenar" }),
    closer: "Cerrar",
  },
  "the payment calculator": {
    path: publicVehicle,
    opener: button("Calcula tu pago"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the storefront's menu": {
    path: ({ slug }) => `/i/${slug}`,
    opener: (page) => page.locator("summary[aria-label=Menú]"),
    overlay: (page) => page.getByRole("navigation", { name: "Menú" }),
  },
  "the theme menu": { path: () => "/login", opener: button("Cambiar tema"), overlay: menu },
  "the access request": {
    path: () => "/login",
    opener: button("Solicitar acceso"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "a card's menu": {
    as: "dealer",
    path: () => "/dashboard",
    opener: button(/Acciones para/),
    overlay: menu,
  },
  "a card's delete question": {
    as: "dealer",
    path: () => "/dashboard",
    opener: button(/Acciones para/),
    item: "Eliminar",
    overlay: question,
    closer: "Cancelar",
  },
  "a sale": {
    as: "dealer",
    path: vehicle,
    opener: button("Vender"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "a reservation": {
    as: "dealer",
    path: vehicle,
    opener: button("Apartar"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "a vehicle's photo viewer": {
    as: "dealer",
    path: vehicle,
    opener: button("Ver a pantalla completa"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the edit page's delete question": {
    as: "dealer",
    path: ({ vehicle }) => `/edit-vehicle/${vehicle}`,
    opener: button("Eliminar"),
    overlay: question,
    closer: "Cancelar",
  },
  "the VIN scanner": {
    as: "dealer",
    path: () => "/add-vehicle",
    opener: button(/Escanear/),
    overlay: dialog,
    closer: "Cerrar",
  },
  "the lower bar's sheet": {
    as: "dealer",
    path: () => "/dashboard",
    opener: button("Más"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "a lead's state": {
    as: "dealer",
    path: () => "/leads",
    opener: button(/^Estado.*: Nuevo/),
    overlay: menu,
  },
  "the notices": {
    as: "dealer",
    path: () => "/leads",
    opener: button("Avisos"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "a new salesperson": {
    as: "dealer",
    path: () => "/team",
    opener: button("Añadir Vendedor"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "a salesperson's delete question": {
    as: "dealer",
    path: () => "/team",
    opener: button(/^Eliminar/),
    overlay: question,
    closer: "Cancelar",
  },
  "the second factor": {
    as: "dealer",
    path: () => "/settings?tab=seguridad",
    opener: button("Activar verificación"),
    overlay: dialog,
    closer: "Cerrar",
  },
  "an account's delete question": {
    as: "admin",
    path: () => "/admin/users",
    opener: button(/^Eliminar/),
    overlay: question,
    closer: "Cancelar",
  },
};
