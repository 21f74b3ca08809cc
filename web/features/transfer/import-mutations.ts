import type { SupabaseClient } from "@supabase/supabase-js";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { databaseMessage, requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { transferMessages as messages } from "./messages.ts";
import type { PlannedRow } from "./plan-row.ts";
import { lastImportKey } from "./transfer-queries.ts";
import { useUndo } from "./use-undo.ts";

/** What is sent for a new or changed row. */
type SentRow = { n: number; vehicle_id?: string; seen_at?: string; columns: object };

function sentRows(plan: PlannedRow[]): SentRow[] {
  const acting = plan.filter((row) => row.kind === "added" || row.kind === "changed");
  return acting.map((row, index) => ({
    n: index + 1,
    columns: row.values,
    ...(row.kind === "changed" && { vehicle_id: row.id, seen_at: row.seenAt }),
  }));
}

/** Half of the server's request size limit. */
const BATCH_CHARACTERS = 500_000;

/** Splits rows into batches of one request each. */
function splitIntoBatches(rows: SentRow[]): SentRow[][] {
  const parts: SentRow[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (characters + size > BATCH_CHARACTERS) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)?.push(row);
    characters += size;
  }
  return parts;
}

const Counts = z.object({ added: z.number(), changed: z.number() });
export type Counts = z.infer<typeof Counts>;

/**
 * Uploads a plan's changes in batches, then applies them in one call. The upload can be stopped
 * until that call; retrying the same plan resumes its import, so that no row is imported twice.
 * `sent` is the share of rows uploaded, from 0 to 1.
 */
export function useImport(ownerId: string, onDone: (counts: Counts) => void) {
  const { supabase, user } = useAuth();
  const queries = useQueryClient();
  const begun = useRef<{ id: string; plan: PlannedRow[] } | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const [sent, setSent] = useState(0);
  const mutation = useMutation({
    mutationFn: async (plan: PlannedRow[]) => {
      stopping.current = new AbortController();
      setSent(0);
      if (begun.current?.plan !== plan) {
        begun.current = { id: await createImport(supabase, ownerId, user?.id ?? ""), plan };
      }
      const { id } = begun.current;
      const taken = await readAppliedImport(supabase, id);
      if (taken) return taken;
      const parts = splitIntoBatches(sentRows(plan));
      for (const [index, part] of parts.entries()) {
        await sendBatch(supabase, id, part, stopping.current.signal);
        setSent((index + 1) / parts.length);
      }
      return applyImport(supabase, id);
    },
    onSuccess: async (counts) => {
      onDone(counts);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["vehicles"] }),
        queries.invalidateQueries({ queryKey: lastImportKey }),
      ]);
    },
    onError: async (error) => {
      // The inventory has changed, so the plan is computed again.
      if (databaseMessage(error)) await queries.invalidateQueries({ queryKey: ["vehicles"] });
      if (!isAbort(error) || !begun.current) return;
      await supabase.from("vehicle_imports").delete().eq("id", begun.current.id);
      begun.current = null;
    },
  });
  return { ...mutation, sent, stop: () => stopping.current?.abort() };
}

const isAbort = (error: Error) => error.name === "AbortError";

/** The sentence for a failed import; null if the person stopped it. */
export function importFailure(error: Error | null): string | null {
  if (!error || isAbort(error)) return null;
  return `${messages.importFailed} ${requestErrorMessage(error)}`;
}

async function createImport(supabase: SupabaseClient, ownerId: string, person: string) {
  const { data, error } = await supabase
    .from("vehicle_imports")
    .insert({ dealership_id: ownerId, created_by: person })
    .select("id")
    .single();
  if (error) throw error;
  return z.guid().parse(data.id);
}

/** An import whose response was lost may already be applied. */
async function readAppliedImport(supabase: SupabaseClient, id: string): Promise<Counts | null> {
  const { data, error } = await supabase
    .from("vehicle_imports")
    .select("added,changed")
    .eq("id", id)
    .single();
  if (error) throw error;
  return Counts.safeParse(data).data ?? null;
}

async function sendBatch(
  supabase: SupabaseClient,
  id: string,
  part: SentRow[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { error } = await supabase
    .from("vehicle_import_rows")
    .upsert(
      part.map((row) => ({ import_id: id, ...row })),
      { onConflict: "import_id,n", ignoreDuplicates: true, defaultToNull: false },
    )
    .abortSignal(signal);
  signal.throwIfAborted();
  if (error) throw error;
}

async function applyImport(supabase: SupabaseClient, id: string): Promise<Counts> {
  const { data, error } = await supabase.rpc("import_vehicles", { p_import_id: id });
  if (error) throw error;
  return Counts.parse(data);
}

const UndoResult = z.object({ undone: z.number(), kept: z.number(), named: z.array(z.string()) });
export type UndoResult = z.infer<typeof UndoResult>;

/** Undoes an import; returns what could and could not be undone. */
export const useUndoImport = () =>
  useUndo({
    call: "undo_vehicle_import",
    argument: "p_import_id",
    resultSchema: UndoResult,
    lastKey: lastImportKey,
    failed: messages.undoFailed,
  });
