/** Writes that the server has acknowledged; they must all exist at the end. */
export type Ledger = {
  vehicles: string[];
  /** The last acknowledged price of a vehicle that only one act at a time changes. */
  prices: Map<string, string>;
  /** The public URLs of photos. */
  photos: string[];
  /** The customers' e-mail addresses. */
  leads: string[];
  /** The sessions of signed-in people. */
  sessions: string[];
  /** The newest refresh token of each long session. */
  tokens: Map<string, string>;
};

export function openLedger(): Ledger {
  return {
    vehicles: [],
    prices: new Map(),
    photos: [],
    leads: [],
    sessions: [],
    tokens: new Map(),
  };
}
