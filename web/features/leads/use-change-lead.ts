import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Lead, LeadChange } from "#contract/lead.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { leadKeys } from "./lead-queries.ts";
import { leadMessages } from "./messages.ts";

/** What is shown before it is saved; notes are kept as a draft until then. */
type ShownChange = Omit<LeadChange, "notes">;

/**
 * Changes a lead's state or next step. Shown at once, taken back with `failed` when the server
 * refuses.
 */
export function useChangeLead(failed: { title: string; description: string }) {
  const queries = useQueryClient();
  const write = useWriteLead();
  return useMutation({
    mutationFn: ({ lead, change }: { lead: Lead; change: ShownChange }) => write(lead.id, change),
    onMutate: async ({ lead, change }) => {
      await queries.cancelQueries({ queryKey: leadKeys.lists });
      await queries.cancelQueries({ queryKey: leadKeys.one(lead.id) });
      showChange(queries, lead.id, change);
    },
    onError: (_, { lead }) => {
      const { state, next_step, next_step_on } = lead;
      showChange(queries, lead.id, { state, next_step, next_step_on });
      toast({ ...failed, variant: "destructive" });
    },
    // The lists are left alone: a lead that no longer fits the filter stays in sight until the list
    // is asked anew.
    onSettled: () => queries.invalidateQueries({ queryKey: leadKeys.counts }),
  });
}

/**
 * Saves a lead's notes, one text after the other; the loaded copies follow once they are saved, and
 * the draft is no longer needed.
 */
export function useSaveNotes() {
  const queries = useQueryClient();
  const write = useWriteLead();
  return useMutation({
    mutationFn: ({ id, notes }: { id: string; notes: string }) => write(id, { notes }),
    scope: { id: "lead-notes" },
    onSuccess: (_, { id, notes }) => {
      showChange(queries, id, { notes });
      if (queries.getQueryData(leadKeys.draft(id)) === notes) {
        queries.removeQueries({ queryKey: leadKeys.draft(id) });
      }
    },
    onError: () => toast({ ...leadMessages.notesFailed, variant: "destructive" }),
  });
}

/**
 * Writes to a lead; the row is asked back, since a change that row security hides answers success
 * too. Throws PostgREST's error.
 */
function useWriteLead() {
  const { supabase } = useAuth();
  return async (id: string, change: LeadChange): Promise<void> => {
    const { error } = await supabase
      .from("leads")
      .update(change)
      .eq("id", id)
      .select("id")
      .single();
    if (error) throw error;
  };
}

/** Changes the loaded copies of one lead. */
function showChange(queries: QueryClient, id: string, change: LeadChange): void {
  queries.setQueryData<Lead | null>(leadKeys.one(id), (lead) => lead && { ...lead, ...change });
  queries.setQueriesData<InfiniteData<Lead[]>>(
    { queryKey: leadKeys.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) =>
          page.map((lead) => (lead.id === id ? { ...lead, ...change } : lead)),
        ),
      },
  );
}
