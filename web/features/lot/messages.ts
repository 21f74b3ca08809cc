import type { LotList } from "./lot-lists.ts";

/** Texts of the lot page. */
export const lotMessages = {
  page: "Cuánto lleva cada vehículo sin venderse, qué movimiento tiene y qué le falta.",
  sinceAdded: "Los días cuentan desde que se añadió cada vehículo.",
  ownContacts: "Los contactos son los que te llegaron a ti.",
  none: {
    title: "No hay vehículos por vender",
    description: "Aquí verás cuántos días lleva cada uno en cuanto añadas tu inventario.",
  },
  noneInList: { title: "Ninguno", description: "No hay vehículos en esta lista." },
  loadFailed: "No se pudo cargar el inventario",
};

/** Label and hint of each list. */
export const listLabels: Record<LotList, string> = {
  todos: "Por vender",
  "0-30": "0–30 días",
  "31-45": "31–45 días",
  "46-60": "46–60 días",
  "61-mas": "61 días o más",
  "sin-precio": "Sin precio",
  "sin-fotos": "Sin fotos",
  "sin-descripcion": "Sin descripción",
  "sin-contactos": "Sin contactos esta semana",
};
