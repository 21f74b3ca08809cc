import type { LeadState } from "#contract/lead.ts";

/** The colours of each state, on whatever shows it; colour repeats what the word says. */
export const stateLook: Record<LeadState, string> = {
  Nuevo: "bg-info-soft text-info-ink",
  "En atención": "bg-warning-soft text-warning-ink",
  Convertido: "bg-success-soft text-success-ink",
  Perdido: "bg-muted text-muted-foreground",
};
