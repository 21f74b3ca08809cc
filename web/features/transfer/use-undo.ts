import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";

type UndoOptions<Result> = {
  /** The SQL function that undoes the import, and its argument. */
  call: "undo_vehicle_import" | "undo_photo_import";
  argument: "p_import_id" | "p_id";
  /** Schema of its result. */
  resultSchema: z.ZodType<Result>;
  /** Query key of the last import. */
  lastKey: QueryKey;
  failed: { title: string; description: string };
};

/** Undoes an import by its ID, and shows a notice if that fails. */
export function useUndo<Told>({
  call,
  argument,
  resultSchema,
  lastKey,
  failed,
}: UndoOptions<Told>) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, error } = await supabase.rpc(call, { [argument]: id });
      if (error) throw error;
      return resultSchema.parse(data);
    },
    onError: (error) => toast(failureNotice(failed, error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["vehicles"] }),
        queries.invalidateQueries({ queryKey: lastKey }),
      ]),
  });
}
