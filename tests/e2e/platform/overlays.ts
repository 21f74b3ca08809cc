import type { Locator, Page } from "@playwright/test";
import { postLead, makeInquiry } from "#tests/support/leads.ts";
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
  await postLead(site, makeInquiry(dealer));
  return { dealer, admin, slug, vehicle: id };
}

export type Overlay = {
  /** The control that gets the focus back after closing. */
  opener: (page: Page) => Locator;
  /** The item of the opener's menu that opens the overlay. */
  item?: string;
  overlay: (page: Page) => Locator;
  /** The overlay's own button that closes it; a menu has none. */
  closer?: string;
};

type OverlayPage = { path: (world: World) => string; overlays: Record<string, Overlay> };

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first();
const menu = (page: Page) => page.getByRole("menu");

const dialogOf = (opener: string | RegExp): Overlay => ({
  opener: button(opener),
  overlay: (page) => page.getByRole("dialog"),
  closer: "Cerrar",
});

const questionOf = (opener: string | RegExp, item?: string): Overlay => ({
  opener: button(opener),
  ...(item ? { item } : {}),
  overlay: (page) => page.getByRole("alertdialog"),
  closer: "Cancelar",
});

/** Every overlay of the product, by actor and page. */
export const overlayPages: Record<"visitor" | "dealer" | "admin", OverlayPage[]> = {
  visitor: [
    {
      path: () => "/login",
      overlays: {
        "the access request": dialogOf("Solicitar acceso"),
        "the theme menu": { opener: button("Cambiar tema"), overlay: menu },
      },
    },
    {
      path: ({ slug }) => `/i/${slug}`,
      overlays: {
        "the storefront's menu": {
          opener: (page) => page.locator("summary[aria-label=Menú]"),
          overlay: (page) => page.getByRole("navigation", { name: "Menú" }),
        },
      },
    },
    {
      path: ({ slug }) => `/i/${slug}/inventory`,
      overlays: {
        "the filter sheet": {
          opener: button("Filtrar y ordenar"),
          overlay: (page) => page.getByRole("group", { name: "Filtrar y ordenar" }),
          closer: "Cerrar",
        },
        "the referral": dialogOf("Referir un Amigo"),
        "the QR code": dialogOf("Código QR"),
        "the offers": dialogOf("Conoce nuestras ofertas"),
      },
    },
    {
      path: ({ vehicle }) => `/public/vehicle/${vehicle}`,
      overlays: {
        "the inquiry": dialogOf("Solicitar Información"),
        "the payment calculator": dialogOf("Calcula tu pago"),
      },
    },
  ],
  dealer: [
    {
      path: () => "/dashboard",
      overlays: {
        "a card's delete question": questionOf(/Acciones para/, "Eliminar"),
        "a card's menu": { opener: button(/Acciones para/), overlay: menu },
        "the lower bar's sheet": dialogOf("Más"),
      },
    },
    {
      path: ({ vehicle }) => `/vehicle/${vehicle}`,
      overlays: {
        "the photo viewer": dialogOf("Ver a pantalla completa"),
        "a sale": dialogOf("Vender"),
        "a reservation": dialogOf("Apartar"),
      },
    },
    {
      path: ({ vehicle }) => `/edit-vehicle/${vehicle}`,
      overlays: { "the edit page's delete question": questionOf("Eliminar") },
    },
    { path: () => "/add-vehicle", overlays: { "the VIN scanner": dialogOf(/Escanear/) } },
    {
      path: () => "/leads",
      overlays: {
        "a lead's state": { opener: button(/^Estado.*: Nuevo/), overlay: menu },
        "the notices": dialogOf("Avisos"),
      },
    },
    {
      path: () => "/team",
      overlays: {
        "a new salesperson": dialogOf("Añadir Vendedor"),
        "a salesperson's delete question": questionOf(/^Eliminar/),
      },
    },
    {
      path: () => "/settings?tab=seguridad",
      overlays: { "the second factor": dialogOf("Activar verificación") },
    },
  ],
  admin: [
    {
      path: () => "/admin/users",
      overlays: { "an account's delete question": questionOf(/^Eliminar Autos del Valle/) },
    },
  ],
};
