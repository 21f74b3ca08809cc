import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Lead } from "#contract/customers/lead.ts";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { leadKeys } from "../lead-queries.ts";
import { useSaveNotes } from "./use-change-lead.ts";

/** Delay after the last key before saving. */
const SAVE_DELAY_MS = 1000;

export type NotesPhase = "saved" | "typing" | "saving" | "failed";

/**
 * A lead's notes, saved after a pause, on blur, when another lead is opened and when the page is
 * hidden. Unsaved text survives as long as the tab, even while another lead is open.
 */
export function useNotes({ id, notes }: Lead) {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useSaveNotes();
  const draft = leadKeys.draft(id);
  const [typed, setTyped] = useState(() => queries.getQueryData<string>(draft) ?? null);
  const phase = phaseOf({ typed, notes, isPending, tried: variables?.notes });

  const save = () => {
    if (typed === null || phase === "saved" || phase === "saving") return;
    const forget = () => setTyped((now) => (now === typed ? null : now));
    mutate({ id, notes: typed }, { onSuccess: forget });
  };
  const flush = useEffectEvent(() => {
    if (phase === "typing") save();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every key restarts the delay
  useEffect(() => {
    if (phase !== "typing") return;
    const timer = setTimeout(() => flush(), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [phase, typed]);

  useEffect(() => {
    const putAway = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", putAway);
    return () => {
      document.removeEventListener("visibilitychange", putAway);
      flush();
    };
  }, []);

  useAskBeforeUnload(phase !== "saved");
  useHeldPage(phase !== "saved");

  return {
    text: typed ?? notes,
    phase,
    save,
    type: (text: string) => {
      setTyped(text);
      queries.setQueryDefaults(leadKeys.drafts, { gcTime: Number.POSITIVE_INFINITY });
      queries.setQueryData(draft, text);
    },
    discard: () => queries.removeQueries({ queryKey: draft }),
  };
}

function phaseOf(now: {
  typed: string | null;
  notes: string;
  isPending: boolean;
  tried: string | undefined;
}): NotesPhase {
  if (now.typed === null || now.typed === now.notes) return "saved";
  if (now.tried !== now.typed) return "typing";
  return now.isPending ? "saving" : "failed";
}

function useAskBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
