import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { ArchiveRow, archiveParts, archiveSheet } from "#contract/customers/archive.ts";
import { todayHere } from "#contract/dealership-day.ts";
import type { Units } from "#contract/units.ts";
import { csvFile } from "#web/ui/controls/csv.ts";
import { exportRows } from "../export-rows.ts";
import { readPhotoCars } from "../photos/photo-queries.ts";
import { writeWorkbook } from "../sheet-worker-client.ts";
import { readInventory, type Transfer } from "../transfer-queries.ts";
import { addPhotos, type PhotoFile, photoFiles } from "./photo-files.ts";
import { saveZip } from "./save-zip.ts";

/** `done` of `of` photos are fetched. */
export type ArchiveProgress = { done: number; of: number };

export type ArchiveRequest = {
  supabase: SupabaseClient;
  transfer: Transfer;
  units: Units;
  signal: AbortSignal;
  onProgress(progress: ArchiveProgress): void;
};

/** Downloads the photos of all vehicles as a ZIP. Returns the number of missing photos. */
export async function downloadPhotos({
  supabase,
  transfer,
  units,
  signal,
  onProgress,
}: ArchiveRequest) {
  const files = photoFiles(await readPhotoCars(supabase, transfer));
  let missing: PhotoFile[] = [];
  await saveZip(`fotos-${todayHere(units)}.zip`, signal, async (add) => {
    const of = files.length;
    missing = await addPhotos(files, add, {
      signal,
      onProgress: (done) => onProgress({ done, of }),
    });
  });
  return missing.length;
}

/**
 * Downloads all of a dealership's data as a ZIP of open formats. Returns the number of missing
 * photos.
 */
export async function downloadAll({
  supabase,
  transfer,
  units,
  signal,
  onProgress,
}: ArchiveRequest) {
  let missing: PhotoFile[] = [];
  await saveZip(`vitrina-${todayHere(units)}.zip`, signal, async (add) => {
    for (const part of archiveParts) {
      signal.throwIfAborted();
      const rows = await readRows(supabase, part.name);
      await add(`${part.file}.csv`, csvFile(archiveSheet(part, rows, units.currency)));
    }
    const { vehicles, withFigures } = await readInventory(supabase, transfer);
    const rows = exportRows(vehicles, units, withFigures);
    await add("vehiculos.csv", csvFile(rows));
    await add("vehiculos.xlsx", await writeWorkbook(rows, "Inventario"));
    const [settings] = await readRows(supabase, "settings");
    await add("ajustes.json", JSON.stringify(settings, null, 2));

    const files = [
      ...pagePictures(settings),
      ...photoFiles(await readPhotoCars(supabase, transfer)).map(({ path, url }) => ({
        path: `fotos/${path}`,
        url,
      })),
    ];
    const of = files.length;
    missing = await addPhotos(files, add, {
      signal,
      onProgress: (done) => onProgress({ done, of }),
    });
    await add("LEEME.txt", readMe(missing, todayHere(units)));
  });
  return missing.length;
}

/** All rows of one part of the archive (rpc take_rows). */
async function readRows(supabase: SupabaseClient, part: string): Promise<ArchiveRow[]> {
  const rows: ArchiveRow[] = [];
  for (let after = ""; ; ) {
    const { data, error } = await supabase.rpc("take_rows", { p_part: part, p_after: after });
    if (error) throw error;
    const page = z.array(ArchiveRow).parse(data);
    rows.push(...page);
    const last = page.at(-1);
    if (!last) return rows;
    after = last.id;
  }
}

const Pictures = z.object({
  config: z.object({
    profile: z.object({ logo: z.string().nullish() }).nullish(),
    page_style: z.object({ hero_image_url: z.string().nullish() }).nullish(),
  }),
});

function pagePictures(settings: ArchiveRow | undefined): PhotoFile[] {
  const { config } = Pictures.safeParse(settings).data ?? { config: {} };
  const pictures = [
    { path: "pagina/logo", url: config.profile?.logo },
    { path: "pagina/portada", url: config.page_style?.hero_image_url },
  ];
  return pictures.flatMap(({ path, url }) => (url ? [{ path, url }] : []));
}

function readMe(missing: readonly PhotoFile[], today: string): string {
  const lines = [
    `Todo lo que tu concesionario tiene en Vitrina, del ${today}.`,
    "",
    "vehiculos.xlsx y .csv   tus vehículos; Vitrina los importa de nuevo",
    "fotos/                  una carpeta por vehículo, las fotos en su orden",
    "prospectos.csv          consultas y referidos",
    "toques.csv              toques en WhatsApp, teléfono, tarjeta y mapa",
    "equipo.csv              tus vendedores",
    "ventas-y-apartados.csv  ventas y apartados",
    "costos.csv              gastos de cada vehículo (lo que costó está en vehiculos)",
    "precios.csv             los precios que tuvo cada vehículo",
    "ajustes.json, pagina/   tu perfil y tu página, con sus imágenes",
    "",
    "Los .csv son textos (UTF-8) que abre cualquier hoja de cálculo. Un ' al principio de una",
    "celda evita que la hoja la tome por una fórmula. Las horas son de UTC.",
    ...(missing.length > 0
      ? [
          "",
          "Fotos que no se pudieron incluir:",
          ...missing.map(({ path, url }) => `${path}  ${url}`),
        ]
      : []),
  ];
  return `${lines.join("\r\n")}\r\n`;
}
