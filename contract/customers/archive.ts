import { z } from "zod";
import type { Currency } from "../units.ts";

/** A row of an archive part, by column name (rpc take_rows). */
export const ArchiveRow = z.record(z.string(), z.unknown()).and(z.object({ id: z.string() }));
export type ArchiveRow = z.infer<typeof ArchiveRow>;

/** One file of a dealership's data export, besides vehicles and photos. */
export type ArchivePart = {
  name: string;
  file: string;
  /** Column name → heading, in order. */
  headings: Record<string, string>;
  /** The column to sort by. */
  orderedBy: string;
};

const vehicle = { vehicle_title: "Vehículo", stock_number: "Número de inventario", vin: "VIN" };
/** Links a row to its vehicle in the vehicle file. */
const vehicleId = { vehicle_id: "ID de Vitrina" };

export const archiveParts: readonly ArchivePart[] = [
  {
    name: "leads",
    file: "prospectos",
    orderedBy: "created_at",
    headings: {
      created_at: "Fecha",
      kind: "Tipo",
      state: "Estado",
      recipient_name: "Para",
      vehicle_title: "Vehículo",
      name: "Nombre",
      email: "Correo",
      phone: "Teléfono",
      message: "Mensaje",
      referred_name: "Referido",
      referred_phone: "Teléfono del referido",
      notes: "Notas",
      next_step: "Próximo paso",
      next_step_on: "Día del próximo paso",
      answered_at: "Atendido",
      id: "ID",
    },
  },
  {
    name: "taps",
    file: "toques",
    orderedBy: "created_at",
    headings: {
      created_at: "Fecha",
      channel: "Canal",
      seller_name: "Página de",
      vehicle_title: "Vehículo",
      codes: "Códigos",
      id: "ID",
    },
  },
  {
    name: "team",
    file: "equipo",
    orderedBy: "created_at",
    headings: {
      full_name: "Nombre",
      email: "Correo",
      phone: "Teléfono",
      is_active: "Activo",
      sees_figures: "Ve costos y ventas",
      public_slug: "Dirección pública",
      created_at: "Desde",
      id: "ID",
    },
  },
  {
    name: "deals",
    file: "ventas-y-apartados",
    orderedBy: "day",
    headings: {
      day: "Día",
      kind: "Tipo",
      vehicle_title: "Vehículo",
      price: "Precio",
      deposit: "Depósito",
      buyer_name: "Comprador",
      buyer_phone: "Teléfono del comprador",
      seller_name: "Vendedor",
      commission: "Comisión",
      cost: "Costo en total",
      acquired_on: "Adquirido el",
      until: "Apartado hasta",
      ended_by: "Terminó por",
      ended_at: "Terminó el",
      note: "Nota",
      created_at: "Anotado",
      id: "ID",
    },
  },
  {
    name: "costs",
    file: "costos",
    orderedBy: "spent_on",
    headings: {
      spent_on: "Día",
      ...vehicle,
      label: "Concepto",
      amount: "Cantidad",
      ...vehicleId,
      id: "ID",
    },
  },
  {
    name: "prices",
    file: "precios",
    orderedBy: "created_at",
    headings: {
      created_at: "Fecha",
      ...vehicle,
      old_price: "Antes",
      new_price: "Después",
      ...vehicleId,
      id: "ID",
    },
  },
];

/** Spanish labels of stored codes. */
const words: Record<string, string> = {
  vehicle_inquiry: "Consulta por vehículo",
  general_inquiry: "Consulta general",
  referral: "Referido",
  direct_contact: "Contacto directo",
  whatsapp: "WhatsApp",
  call: "Llamada",
  contact: "Contacto guardado",
  directions: "Cómo llegar",
  undone: "Deshecho",
  expired: "Plazo vencido",
  sold: "Venta",
};

/** Columns that hold one of those codes. */
const worded = ["kind", "channel", "ended_by"];

/** Columns of amounts; their headings name the currency. */
const amounts = "price deposit commission cost amount old_price new_price".split(" ");

/** Builds the rows of a part's file, headings first. */
export function archiveSheet(
  { headings, orderedBy }: ArchivePart,
  rows: readonly ArchiveRow[],
  currency: Currency,
): (string | number | null)[][] {
  const names = Object.keys(headings);
  const ordered = [...rows].sort((one, other) =>
    String(one[orderedBy]) < String(other[orderedBy]) ? -1 : 1,
  );
  return [
    names.map((name) => `${headings[name]}${amounts.includes(name) ? ` (${currency})` : ""}`),
    ...ordered.map((row) => names.map((name) => cellOf(name, row[name]))),
  ];
}

function cellOf(name: string, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "Sí" : "No";
  const text = String(value);
  return worded.includes(name) ? (words[text] ?? text) : text;
}
