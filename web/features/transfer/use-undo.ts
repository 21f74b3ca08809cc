import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";

type Undoing<Told> = {
  /** Calls the function that takes an import back, by the name of its argument. */
  call: "undo_vehicle_import" | "undo_photo_import";
  argument: "p_import_id" | "p_id";
  /** What it tells. */
  told: z.ZodType<Told>;
  /** Where the last import is kept. */
  lastKey: QueryKey;
  failed: { title: string; description: string };
};

/** Takes an import back, by its id; says why it could not be. */
export function useUndo<Told>({ call, argument, told, lastKey, failed }: Undoing<Told>) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, error } = await supabase.rpc(call, { [argument]: id });
      if (error) throw error;
      return told.parse(data);
    },
    onError: (error) => toast(failureNotice(failed, error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["vehicles"] }),
        queries.invalidateQueries({ queryKey: lastKey }),
      ]),
  });
}
