import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { MAX_VINS, VinDecodings } from "#contract/decode-vin.ts";
import { SheetVehicle } from "#contract/sheets/vehicle-sheet.ts";
import { callFunction } from "#web/api/call-function.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { transferMessages } from "./messages.ts";
import type { Decodings } from "./plan-row.ts";

/** The dealership, and the person who acts or whom an administrator acts for. */
export type Transfer = { ownerId: string; person: string };

/** An inventory with everything that a spreadsheet contains. */
export type SheetInventory = { vehicles: SheetVehicle[]; withFigures: boolean };

/** Supabase's maximum rows per response. */
const PAGE_SIZE = 1000;

/** Embedded columns that only people with access to figures may read. */
const figureColumns: Record<string, string> = {
  vehicle_figures: "vehicle_figures(acquired_on,cost)",
  deals: "deals(kind,day,ended_at,price,buyer_name,seller_name)",
};

/**
 * A dealership's vehicles, newest first, with costs and sales if the person may see them. Throws
 * PostgREST's error.
 */
export async function readInventory(
  supabase: SupabaseClient,
  { ownerId }: Transfer,
): Promise<SheetInventory> {
  const open = await supabase.rpc("open_figures");
  if (open.error) throw open.error;
  const withFigures = z.boolean().parse(open.data);
  const columns = Object.keys(SheetVehicle.shape)
    .filter((name) => withFigures || !(name in figureColumns))
    .map((name) => figureColumns[name] ?? name);
  const vehicles = await readVehicles(supabase, ownerId, { row: SheetVehicle, columns });
  return { vehicles, withFigures };
}

/** All vehicles of a dealership, newest first, read page by page. Throws PostgREST's error. */
export async function readVehicles<Row>(
  supabase: SupabaseClient,
  ownerId: string,
  { row, columns }: { row: z.ZodType<Row>; columns: string[] },
): Promise<Row[]> {
  const vehicles: Row[] = [];
  for (let full = true; full; ) {
    const { data, error } = await supabase
      .from("vehicles")
      .select(columns.join(","))
      .eq("user_id", ownerId)
      .order("created_at", { ascending: false })
      .order("id")
      .range(vehicles.length, vehicles.length + PAGE_SIZE - 1);
    if (error) throw error;
    vehicles.push(...z.array(row).parse(data));
    full = data.length === PAGE_SIZE;
  }
  return vehicles;
}

/** Decodes VINs in batches of 200 and reports how many are done. Throws UserFacingError. */
export async function decodeVins(
  supabase: SupabaseClient,
  vins: string[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (known: number) => void },
): Promise<Decodings> {
  const known: Map<string, VinDecodings["decodings"][number]> = new Map();
  while (known.size < vins.length) {
    signal.throwIfAborted();
    onProgress(known.size);
    const asked = vins.slice(known.size, known.size + MAX_VINS);
    const answer = await callFunction(supabase, "decode-vin", { vins: asked });
    const parsed = VinDecodings.safeParse(answer.success ? answer.data : null);
    if (!parsed.success) {
      const reason = answer.success ? null : answer.message;
      throw new UserFacingError(reason ?? transferMessages.vinsFailed);
    }
    for (const [index, vin] of asked.entries())
      known.set(vin, parsed.data.decodings[index] ?? null);
  }
  return known;
}

const LastImport = z.object({
  id: z.guid(),
  applied_at: z.string(),
  added: z.number().int(),
  changed: z.number().int(),
});
export type LastImport = z.infer<typeof LastImport>;

/** Query key of the last import. */
export const lastImportKey = ["transfer", "last"] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The person's last import of the past 24 hours, which can be undone. */
export function lastImportQuery(supabase: SupabaseClient, { ownerId, person }: Transfer) {
  return queryOptions({
    queryKey: [...lastImportKey, ownerId, person] as const,
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .from("vehicle_imports")
        .select(Object.keys(LastImport.shape).join(","))
        .eq("dealership_id", ownerId)
        .gt("applied_at", new Date(Date.now() - DAY_MS).toISOString())
        .order("applied_at", { ascending: false })
        .limit(1)
        .abortSignal(signal);
      if (error) throw error;
      return z.array(LastImport).parse(data)[0] ?? null;
    },
  });
}
