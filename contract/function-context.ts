import type { VinDecoding } from "./decode-vin.ts";

/**
 * What a server function gets besides the request. `Client` is supabase-js's client, whose calls go
 * to this api in process: `asCaller` with the caller's own token, so that row security decides;
 * `asService` past it, for what no caller may do alone.
 */
export type FunctionContext<Client> = {
  /**
   * Whom the bearer token names; their session lived when the call came. What they may do, only a
   * call `asCaller` finds out.
   */
  identity: Identity;
  asCaller: Client;
  asService: Client;
  services: FunctionServices;
  log: FunctionLog;
};

/** Who a verified token says the caller is: the database role and the token's claims. */
export type Identity = {
  role: "anon" | "authenticated" | "service_role";
  claims: Record<string, unknown> & { sub?: string };
};

/** What functions need and the database cannot give. */
export type FunctionServices = {
  /** What a well-formed VIN says; null when it is not known. */
  decodeVin(vin: string): Promise<VinDecoding | null>;
  /** A phone number as accounts keep it (digits, country code first); null when it is none. */
  normalizePhone(typed: string): string | null;
  /** The TXT records of a name in the DNS; null when nobody answers. */
  readTextRecords(name: string): Promise<string[] | null>;
  /** To be called when a domain was verified: this process shows it from here on. */
  forgetOwnHosts(): void;
};

export type FunctionLog = Record<
  "info" | "warn" | "error",
  (details: Record<string, unknown>, message: string) => void
>;

/** The default export of functions/<name>/index.ts. */
export type ServerFunction<Client> = (
  request: Request,
  context: FunctionContext<Client>,
) => Promise<Response>;

/**
 * The body of every failure of a server function: a Spanish sentence that can be shown as it is
 * (product section 7).
 */
export type FunctionFailure = { error: string };

/**
 * What an administrators' or a dealer's function answers a call without a session, word by word
 * (product section 5). The pages show their own words for it.
 */
export const NOT_AUTHENTICATED = "Not authenticated";
