import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { z } from "zod";
import { describeObject, objectFile, openBackend, type Sql, type StorageBackend } from "#backend";
import { VehicleInput } from "#contract/vehicle.ts";
import type { Config } from "#settings";
import type { Vitrina } from "../../server.ts";
import { type Angle, drawPicture, type Picture } from "./drawings/draw-picture.ts";
import type { SceneName } from "./drawings/draw-scene.ts";
import { loadFigures, loadLeads, loadTaps, readTable } from "./load-leads.ts";
import { type DemoPerson, demoPassword, demoPeople, demoRequests } from "./people.ts";

const Further = VehicleInput.pick({
  trim: true,
  body_style: true,
  drivetrain: true,
  engine: true,
  cylinders: true,
  interior_color: true,
  title_status: true,
  owners: true,
  equipment: true,
});

const Row = z.object({
  dealership: z.enum(["valle", "bahia"]),
  vin: z.string().length(17),
  brand: z.string(),
  model: z.string(),
  year: z.coerce.number().int(),
  body: z.enum(["sedan", "suv", "pickup", "hatchback", "coupe", "van"]),
  paint: z.enum([
    "Blanco",
    "Negro",
    "Gris",
    "Plata",
    "Rojo",
    "Azul",
    "Verde",
    "Naranja",
    "Beige",
    "Marrón",
  ]),
  transmission: z.enum(["Automático", "Manual"]),
  fuel: z.enum(["Gasolina", "Diésel", "Híbrido", "Eléctrico"]),
  doors: z.coerce.number().int(),
  price: z.string(),
  mileage: z.coerce.number().int(),
  status: z.enum(["Disponible", "En revisión", "Vendido"]),
  published: z.enum(["sí", "no"]).transform((word) => word === "sí"),
  photos: z.coerce.number().int().min(0).max(8),
  description: z.string(),
  further: Further,
});

/** A vehicle in vehicles.tsv. An empty price means no price. */
type DemoVehicle = z.infer<typeof Row>;

/** Reads the demo's vehicles; throws if a line does not match the header. */
export function readVehicles(): DemoVehicle[] {
  return readTable("vehicles.tsv").map((row) => Row.parse({ ...row, further: row }));
}

const scenes: SceneName[] = ["showroom", "lot", "street", "garage"];
const covers: Angle[] = ["side", "mirrored", "side", "mirrored", "front"];
const others: Angle[] = ["front", "rear", "interior", "wheel", "mirrored", "nose", "tail", "side"];
const spokes = [5, 10, 7, 6, 9];

/**
 * The photos of a vehicle, cover first. `number` is its position in the list and varies the
 * pictures.
 */
export function planPhotos(vehicle: DemoVehicle, number: number): Picture[] {
  const cover = covers[number % covers.length] ?? "side";
  const rest = others.filter((angle) => angle !== cover);
  const trim = { spokes: spokes[number % spokes.length] ?? 5, darkRims: number % 3 === 2 };
  return [cover, ...rest].slice(0, vehicle.photos).map((angle, at) => ({
    body: vehicle.body,
    paint: vehicle.paint,
    angle,
    scene: scenes[(number + Math.floor(number / 4) + Math.floor(at / 3)) % scenes.length] ?? "lot",
    trim,
  }));
}

type Loading = Pick<Vitrina, "config" | "database"> & {
  service: SupabaseClient;
  backend: StorageBackend;
};

/** Drawing threads. The page build runs at the same time. */
const width = 2;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Loads the demo's people, vehicles, photos, leads, taps, figures, sales and access requests. Skips
 * existing data, so an interrupted load can continue. Returns the number of vehicles added; throws
 * on API errors.
 */
export async function loadDemo({
  config,
  database,
  backend: { app },
}: Pick<Vitrina, "config" | "database" | "backend">): Promise<number> {
  const service = createClient(config.siteUrl, config.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async (input, init) => app.fetch(new Request(input, init)) },
  });
  const backend = openBackend(config);
  const loading = { config, database, service, backend };
  const ids = await loadPeople(loading);
  const added = await loadVehicles(loading, ids);
  await loadLeads(database.owner, ids);
  await loadTaps(database.owner);
  await loadFigures(database.owner);
  if (added > 0) await loadRequests(loading);
  return added;
}

async function loadPeople(loading: Loading): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const person of demoPeople) ids.set(person.key, await loadPerson(loading, person, ids));
  return ids;
}

async function loadPerson(
  { database: { owner }, service }: Loading,
  person: DemoPerson,
  ids: Map<string, string>,
): Promise<string> {
  const [known] = await owner<
    { id: string }[]
  >`select id from auth.users where email = ${person.email}`;
  const id = known?.id ?? (await createAccount(service, person));
  const profile = {
    full_name: person.fullName,
    role: person.role,
    is_active: true,
    public_slug: person.slug,
    dealership_id: person.dealership ? ids.get(person.dealership) : null,
    config: person.config,
  };
  const { error } = known
    ? { error: null }
    : await service.from("profiles").update(profile).eq("id", id);
  if (error) throw new Error(`${person.fullName}: ${error.message}`);
  return id;
}

async function createAccount(service: SupabaseClient, person: DemoPerson): Promise<string> {
  const { data, error } = await service.auth.admin.createUser({
    email: person.email,
    phone: person.phone,
    password: demoPassword,
    email_confirm: true,
    phone_confirm: true,
    user_metadata: { full_name: person.fullName },
  });
  if (error) throw new Error(`${person.fullName}: ${error.message}`);
  return data.user.id;
}

async function loadVehicles(loading: Loading, ids: Map<string, string>): Promise<number> {
  const known = await loading.database.owner<{ vin: string }[]>`select vin from public.vehicles`;
  const vins = new Set(known.map(({ vin }) => vin));
  const missing = [...readVehicles().entries()].filter(([, { vin }]) => !vins.has(vin));
  const work = missing.values();
  const rows: Record<string, unknown>[] = [];
  const worker = async () => {
    for (const [number, vehicle] of work) {
      const ownerId = ids.get(vehicle.dealership) ?? "";
      rows.push(await prepareVehicle(loading, { vehicle, number, ownerId }));
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (rows.length === 0) return 0;
  const { error } = await loading.service.from("vehicles").insert(rows);
  if (error) throw new Error(`Vehicles: ${error.message}`);
  return rows.length;
}

async function prepareVehicle(
  { config, database, backend }: Loading,
  { vehicle, number, ownerId }: { vehicle: DemoVehicle; number: number; ownerId: string },
): Promise<Record<string, unknown>> {
  const photos = planPhotos(vehicle, number).map((picture, at) => {
    return {
      picture,
      name: `${ownerId}/${1_760_000_000_000 + number * 10 + at}-${vehicle.vin}.jpg`,
    };
  });
  for (const { picture, name } of photos) {
    await storePhoto(picture, { sql: database.owner, backend, ownerId, name });
  }
  return toRow(vehicle, number, { ownerId, images: addresses(config, photos) });
}

function addresses(config: Config, photos: { name: string }[]): string[] {
  return photos.map(({ name }) => photoAddress(config.siteUrl, name));
}

function toRow(
  vehicle: DemoVehicle,
  number: number,
  { ownerId, images }: { ownerId: string; images: string[] },
): Record<string, unknown> {
  return {
    user_id: ownerId,
    vin: vehicle.vin,
    brand: vehicle.brand,
    model: vehicle.model,
    year: vehicle.year,
    color: vehicle.paint,
    transmission: vehicle.transmission,
    fuel_type: vehicle.fuel,
    doors: vehicle.doors,
    price: vehicle.price || null,
    mileage: vehicle.mileage,
    status: vehicle.status,
    published: vehicle.published,
    description: vehicle.description,
    images,
    ...vehicle.further,
    views: vehicle.published ? 12 + ((number * 37) % 190) : 0,
    created_at: new Date(Date.now() - number * 1.3 * dayMs).toISOString(),
  };
}

async function loadRequests({ service }: Loading): Promise<void> {
  for (const request of demoRequests) {
    const { error } = await service.rpc("submit_access_request", request);
    if (error) throw new Error(`${request.p_name}: ${error.message}`);
  }
}

const bucket = "vehicle_images";

/**
 * Draws a photo and stores it as an upload would, without HTTP or checks. Writes the file before
 * the row, as every upload does.
 */
async function storePhoto(
  picture: Picture,
  {
    sql,
    backend,
    ownerId,
    name,
  }: { sql: Sql; backend: StorageBackend; ownerId: string; name: string },
): Promise<void> {
  const drawing = Buffer.from(drawPicture(picture));
  const bytes = await sharp(drawing).jpeg({ quality: 82 }).toBuffer();
  const version = randomUUID();
  await backend.write(objectFile(version), bytes);
  const metadata = describeObject(bytes, "image/jpeg", "max-age=3600");
  await sql`insert into storage.objects (bucket_id, name, owner_id, version, metadata)
    values (${bucket}, ${name}, ${ownerId}, ${version}, ${sql.json(metadata)})
    on conflict (bucket_id, name) do nothing`;
}

function photoAddress(siteUrl: string, name: string): string {
  return `${siteUrl}/storage/v1/object/public/${bucket}/${name}`;
}
