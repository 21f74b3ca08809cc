import { vehicleFieldNames, vehicleFields } from "#contract/vehicle-fields.ts";
import type { AuditEntry } from "./audit-log.ts";

/** Placeholder of a redacted value: a password, or personal data of a deleted account. */
export const REDACTED = "******";

/** Label of each action. */
export const actionLabels: Record<AuditEntry["action"], string> = {
  insert: "Creó",
  update: "Cambió",
  delete: "Eliminó",
};

const tables: Record<string, string> = {
  vehicles: "Vehículo",
  profiles: "Cuenta",
  access_requests: "Solicitud de acceso",
  users: "Contraseña",
  mfa_factors: "Verificación en dos pasos",
  leads: "Prospecto",
  lead_turns: "Reparto por turnos",
  objects: "Archivo",
  outgoing_mail: "Correo",
};

const columns: Record<string, string> = {
  ...Object.fromEntries(vehicleFieldNames.map((name) => [name, vehicleFields[name].label])),
  // The log covers dealerships with miles and with kilometers.
  mileage: "Millaje o kilometraje",
  name: "Nombre",
  images: "Fotos",
  published: "Publicado",
  user_id: "Propietario",
  message: "Mensaje",
  decided_at: "Decidida",
  decided_by: "Decidida por",
  full_name: "Nombre completo",
  email: "Correo electrónico",
  phone: "Teléfono",
  role: "Rol",
  is_active: "Activo",
  closed_by_admin: "Cerrada por un administrador",
  public_slug: "Enlace público",
  dealership_id: "Concesionario",
  recipient_id: "Destinatario",
  vehicle_id: "Vehículo",
  custom_domain: "Dominio propio",
  verified_domain: "Dominio verificado",
  state: "Estado",
  account_type: "Tipo de cuenta",
  notes: "Notas",
  next_step: "Próximo paso",
  next_step_on: "Día del próximo paso",
  bucket_id: "Carpeta",
  version: "Versión",
  config: "Configuración",
  password: "Contraseña",
  id: "Identificador",
  created_at: "Creado",
};

/** Labels of config keys; others show the key. */
const parts: Record<string, string> = {
  profile: "Perfil",
  page_style: "Página pública",
  features: "Permisos",
  first_steps: "Primeros pasos",
  hidden: "Oculto",
  name: "Nombre",
  logo: "Logo",
  currency: "Moneda",
  distance: "Distancia",
  location: "Dirección",
  location_url: "Enlace de ubicación",
  phone: "Teléfono",
  email: "Correo electrónico",
  whatsapp: "WhatsApp",
  instagram: "Instagram",
  facebook: "Facebook",
  tagline: "Lema",
  slogan: "Eslogan",
  offers: "Ofertas",
  custom_button: "Botón propio",
  contact_links_visibility: "Visibilidad de contacto",
  layout_style: "Diseño",
  accent_color: "Color de acento",
  hero_background_color: "Color de portada",
  hero_image_url: "Imagen de portada",
  use_hero_image: "Usa imagen de portada",
  show_header_name: "Muestra el nombre",
  theme_color: "Color del tema",
  canAddVehicles: "Añadir vehículos",
  canEditPublicPage: "Editar página pública",
};

/** The kind of record ("Vehículo", "Cuenta"); an unknown table shows its name. */
export function recordKindOf({ table_name }: Pick<AuditEntry, "table_name">): string {
  return tables[table_name] ?? table_name;
}

/** Path of the page for the changed record; null if it was deleted or has no page. */
export function recordPageOf({ action, table_name, row_id }: AuditEntry): string | null {
  if (action === "delete") return null;
  if (table_name === "vehicles") return `/vehicle/${row_id}`;
  return table_name === "profiles" || table_name === "users" ? `/admin/user/edit/${row_id}` : null;
}

/** One-line summary: which vehicle or account, or which fields changed. */
export function summaryOf(entry: AuditEntry): string {
  if (entry.action === "update") {
    const names = [
      ...new Set(changesIn(entry).map(({ name }) => name.split(" › ").at(-1) ?? "")),
    ].filter((name) => name !== recordKindOf(entry));
    const more = names.length - SHOWN_NAMES;
    return [...names.slice(0, SHOWN_NAMES), ...(more > 0 ? [`${more} más`] : [])].join(", ");
  }
  const side = entry.action === "insert" ? "new" : "old";
  return ["brand", "model", "year", "full_name", "name"]
    .map((column) => entry.difference[column]?.[side])
    .filter((value) => value !== undefined && value !== null && value !== "" && value !== REDACTED)
    .join(" ");
}

const SHOWN_NAMES = 3;

export type Change = { name: string; old: string; new: string };

/** The changed fields; for objects such as config only the keys that differ. */
export function changesIn({ difference }: Pick<AuditEntry, "difference">): Change[] {
  return Object.entries(difference).flatMap(([column, values]) =>
    compare(columns[column] ?? column, values.old, values.new),
  );
}

function compare(name: string, old: unknown, next: unknown): Change[] {
  if (isObject(old) || isObject(next)) {
    const before = isObject(old) ? old : {};
    const after = isObject(next) ? next : {};
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      compare(`${name} › ${parts[key] ?? key}`, before[key], after[key]),
    );
  }
  if (JSON.stringify(old) === JSON.stringify(next) && old !== REDACTED) return [];
  return [{ name, old: show(old), new: show(next) }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === "") return "vacío";
  if (value === REDACTED) return "no se muestra";
  if (typeof value === "boolean") return value ? "Sí" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "ninguna" : value.map(show).join(", ");
  return String(value);
}
