/** What the server has acknowledged: all of it must be found at the end. */
export type Ledger = {
  vehicles: string[];
  /** The last price that was acknowledged of a vehicle that only one act at a time changes. */
  prices: Map<string, string>;
  /** The public addresses of photos. */
  photos: string[];
  /** The customers' e-mail addresses. */
  leads: string[];
  /** The sessions of people who signed in. */
  sessions: string[];
  /** The newest refresh token that each long session was given. */
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
