import { LeadKind, LeadState } from "#contract/customers/lead.ts";

/** Filter of the leads; null and empty texts match everything. */
export type LeadFilter = {
  state: LeadState | null;
  kind: LeadKind | null;
  /** Profile ID of the recipient. */
  seller: string | null;
  text: string;
  /** Only open leads with a next step due today or earlier. */
  due: boolean;
};

export const noLeadFilter: LeadFilter = {
  state: null,
  kind: null,
  seller: null,
  text: "",
  due: false,
};

const names = {
  state: "estado",
  kind: "tipo",
  seller: "vendedor",
  text: "q",
  due: "para",
} as const;

const stateWords: Record<LeadState, string> = {
  Nuevo: "nuevo",
  "En atención": "en-atencion",
  Convertido: "convertido",
  Perdido: "perdido",
};
const kindWords: Record<LeadKind, string> = {
  vehicle_inquiry: "vehiculo",
  general_inquiry: "general",
  referral: "referido",
  direct_contact: "directo",
};

/** Reads the filter from URL parameters; invalid values are ignored. */
export function readLeadFilter(parameters: URLSearchParams): LeadFilter {
  const state = parameters.get(names.state);
  const kind = parameters.get(names.kind);
  const seller = parameters.get(names.seller);
  return {
    state: LeadState.options.find((one) => stateWords[one] === state) ?? null,
    kind: LeadKind.options.find((one) => kindWords[one] === kind) ?? null,
    seller: seller && /^[\da-f-]{36}$/i.test(seller) ? seller : null,
    text: parameters.get(names.text) ?? "",
    due: parameters.get(names.due) === "hoy",
  };
}

/** Writes the filter into URL parameters and keeps the others. */
export function writeLeadFilter(current: URLSearchParams, filter: LeadFilter): URLSearchParams {
  const next = new URLSearchParams(current);
  const words = {
    state: filter.state && stateWords[filter.state],
    kind: filter.kind && kindWords[filter.kind],
    seller: filter.seller,
    text: filter.text.trim() && filter.text,
    due: filter.due && "hoy",
  };
  for (const key of ["state", "kind", "seller", "text", "due"] as const) {
    next.delete(names[key]);
    const word = words[key];
    if (word) next.set(names[key], word);
  }
  return next;
}

/** Whether the filter matches everything. */
export function isUnfiltered(filter: LeadFilter): boolean {
  return writeLeadFilter(new URLSearchParams(), filter).size === 0;
}
