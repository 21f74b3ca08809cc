import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { z } from "zod";
import type { Lead, LeadChange } from "#contract/customers/lead.ts";
import { failureNotice, waitsForConnection } from "#web/api/failure-notice.ts";
import { displayName } from "#web/session/session-user.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { prospectOf } from "../describe-lead.ts";
import { leadKeys } from "../lead-queries.ts";
import { leadMessages } from "../messages.ts";

/** Changes shown optimistically; notes are kept as a draft instead. */
type ShownChange = Omit<LeadChange, "notes">;

/**
 * Changes a lead's state, next step or customer, optimistically; shows `failed` when the server
 * refuses.
 */
export function useChangeLead(failed: { title: string; description: string }) {
  const queries = useQueryClient();
  const write = useWriteLead();
  return useMutation({
    ...waitsForConnection,
    mutationFn: ({ lead, change }: { lead: Lead; change: ShownChange }) => write(lead.id, change),
    // Sequential, because concurrent changes could arrive out of order.
    scope: { id: "lead-change" },
    onMutate: async ({ lead, change }) => {
      await queries.cancelQueries({ queryKey: leadKeys.lists });
      await queries.cancelQueries({ queryKey: leadKeys.one(lead.id) });
      showChange(queries, lead.id, change);
    },
    onError: (error, { lead }) => {
      const { state, next_step, next_step_on, name, phone } = lead;
      showChange(queries, lead.id, { state, next_step, next_step_on, name, phone });
      toast(failureNotice(failed, error));
    },
    // Lists are not invalidated: a lead that no longer matches the filter stays visible until the
    // next load.
    onSettled: () => queries.invalidateQueries({ queryKey: leadKeys.counts }),
  });
}

/**
 * Called when a reply button is pressed: marks a new lead as being handled (rpc answer_lead), with
 * an undo in the notice. Does nothing for an administrator, who replies in the recipient's name.
 */
export function useAnswerLead(lead: Lead): () => void {
  const { supabase } = useAuth();
  const user = useActiveUser();
  const queries = useQueryClient();
  const { id, state } = lead;
  const onError = (error: Error) => toast(failureNotice(leadMessages.stateFailed, error));
  const onSettled = () => queries.invalidateQueries({ queryKey: leadKeys.counts });
  const undo = useMutation({
    ...waitsForConnection,
    mutationFn: async () => {
      const { error } = await supabase.rpc("undo_answer", { p_lead_id: id });
      if (error) throw error;
    },
    onSuccess: () => showChange(queries, id, { state: "Nuevo" }),
    onError,
    onSettled,
  });
  const answer = useMutation({
    ...waitsForConnection,
    mutationFn: async () => {
      const { data, error } = await supabase.rpc("answer_lead", { p_lead_id: id });
      if (error) throw error;
      return z.boolean().parse(data);
    },
    onSuccess: (attends) => {
      if (!attends) return;
      const recipient = { recipient_id: user.id, recipient_name: displayName(user) };
      showChange(queries, id, { state: "En atención", ...recipient });
      toast({
        ...leadMessages.answered(prospectOf(lead).name),
        variant: "success",
        action: { label: "Deshacer", onPress: undo.mutate },
      });
    },
    onError,
    onSettled,
  });
  return () => {
    if (state === "Nuevo" && user.role !== "admin") answer.mutate();
  };
}

/** Saves a lead's notes sequentially, then updates the loaded copies and removes the draft. */
export function useSaveNotes() {
  const queries = useQueryClient();
  const write = useWriteLead();
  return useMutation({
    ...waitsForConnection,
    mutationFn: ({ id, notes }: { id: string; notes: string }) => write(id, { notes }),
    scope: { id: "lead-notes" },
    onSuccess: (_, { id, notes }) => {
      showChange(queries, id, { notes });
      if (queries.getQueryData(leadKeys.draft(id)) === notes) {
        queries.removeQueries({ queryKey: leadKeys.draft(id) });
      }
    },
    onError: (error) => toast(failureNotice(leadMessages.notesFailed, error)),
  });
}

/**
 * Updates a lead and selects the row, because an update hidden by row security also reports
 * success. Throws PostgREST's error.
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

/** Updates the loaded copies of a lead. */
function showChange(queries: QueryClient, id: string, change: Partial<Lead>): void {
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
