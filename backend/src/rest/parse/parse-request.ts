import type { Context } from "hono";
import { restError } from "../rest-error.ts";
import { type Payload, parseArguments, parsePayload } from "./parse-payload.ts";
import { parseQuery, type Query, type Range } from "./parse-query.ts";

type Common = { name: string; query: Query; preferences: Preferences; media: MediaType };

export type ReadRequest = Common & { kind: "read"; range: Range; headersOnly: boolean };

export type CallRequest = Common & {
  kind: "call";
  range: Range;
  headersOnly: boolean;
  /** The body of a POST; null for GET or HEAD, which pass arguments in the URL. */
  payload: Payload | null;
};

export type BodyRequest = Common & { kind: "insert" | "update"; payload: Payload };

export type ChangeRequest = BodyRequest | (Common & { kind: "delete" });

/** A request in terms of tables and functions, independent of HTTP (PostgREST, ApiRequest.hs). */
export type RestRequest = ReadRequest | CallRequest | ChangeRequest;

export type HttpRequest = {
  method: string;
  /** The decoded path below /rest/v1, without leading or trailing slash. */
  path: string;
  search: string;
  header(name: string): string | undefined;
  body(): Promise<string>;
};

/** Extracts what the parse stage needs from a request below `/rest/v1`. */
export function readHttpRequest({ req }: Context): HttpRequest {
  const address = new URL(req.url);
  const below = address.pathname.replace(/^.*?\/rest\/v1\/?/, "").replace(/\/$/, "");
  return {
    method: req.method,
    path: decode(below),
    search: address.search,
    header: (name) => req.header(name),
    body: () => req.text(),
  };
}

/** A path that is not valid UTF-8 stays encoded and leads to 404. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether the method is GET or HEAD, which change nothing and have no body. */
export function onlyReads({ method }: Pick<HttpRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Parses an HTTP request. Throws ApiErrors of PGRST1xx, which need no schema. */
export async function parseRequest(http: HttpRequest): Promise<RestRequest> {
  refuseOtherSchemas(http);
  const [first = "", second, ...more] = http.path.split("/");
  if (first === "") {
    throw restError("PGRST126", { message: "Root endpoint metadata is disabled" });
  }
  if (more.length > 0 || (second !== undefined && first !== "rpc")) {
    throw restError("PGRST125", { message: "Invalid path specified in request URL" });
  }
  const media = parseMediaType(http.header("accept"));
  const preferences = parsePreferences(http.header("prefer"));
  if (second === undefined) return parseTableRequest(http, { name: first, preferences, media });
  return parseCallRequest(http, { name: second, preferences, media });
}

async function parseTableRequest(
  http: HttpRequest,
  named: Omit<Common, "query">,
): Promise<RestRequest> {
  const query = parseQuery(http.search, false);
  const common = { ...named, query };
  if (onlyReads(http)) return { ...common, ...readAsked(http, query), kind: "read" };
  refuseUnrestricting(http, query);
  switch (http.method) {
    case "POST":
      return { ...common, kind: "insert", payload: parsePayload(await http.body(), query.columns) };
    case "PATCH":
      return { ...common, kind: "update", payload: parsePayload(await http.body(), query.columns) };
    case "DELETE":
      return { ...common, kind: "delete" };
    default:
      throw restError("PGRST117", { message: `Unsupported HTTP method: ${http.method}` });
  }
}

async function parseCallRequest(
  http: HttpRequest,
  named: Omit<Common, "query">,
): Promise<RestRequest> {
  const byAddress = onlyReads(http);
  if (!byAddress && http.method !== "POST") {
    throw restError("PGRST101", { message: `Cannot use the ${http.method} method on RPC` });
  }
  const query = parseQuery(http.search, byAddress);
  const payload = byAddress ? null : parseArguments(await http.body());
  return { ...named, ...readAsked(http, query), kind: "call", query, payload };
}

function readAsked(http: HttpRequest, query: Query): { range: Range; headersOnly: boolean } {
  const asked = query.ranges.get("[]")?.value ?? { offset: 0, limit: null };
  const header = http.method === "GET" ? http.header("range") : undefined;
  return { range: parseRange(header, asked), headersOnly: http.method === "HEAD" };
}

/**
 * The intersection of the `Range` header (`0-19`) and the limit and offset parameters (getRanges).
 * Throws PGRST103.
 */
function parseRange(header: string | undefined, asked: Range): Range {
  const bounds = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? "");
  if (!bounds || asked.limit === 0) return asked;
  const first = Math.max(Number(bounds[1]), asked.offset);
  const end = asked.limit === null ? Infinity : asked.offset + asked.limit - 1;
  const last = Math.min(bounds[2] ? Number(bounds[2]) : Infinity, end);
  if (last < first) {
    throw restError("PGRST103", {
      message: "Requested range not satisfiable",
      details:
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    });
  }
  return { offset: first, limit: last === Infinity ? null : last - first + 1 };
}

/**
 * Rejects parameters that would seem to limit a write but have no effect; PostgREST ignores them. A
 * write affects all rows that its own filters match, an insert all rows of the body.
 */
function refuseUnrestricting({ method, header }: HttpRequest, { ranges, logic }: Query): void {
  if (ranges.size > 0 || header("range") !== undefined) {
    throw restError("PGRST114", {
      message: `limit, offset and the Range header are not allowed for ${method}`,
      hint: "Name the rows with filters; Prefer: handling=strict, max-affected=n bounds their number.",
    });
  }
  const isInsert = method === "POST";
  if (isInsert ? logic.length > 0 : logic.some(({ path }) => path.length > 0)) {
    throw restError("PGRST127", {
      message: "Feature not implemented",
      details: isInsert
        ? "Filters do not restrict the rows of an insert"
        : `Filters on embedded tables do not restrict the rows of ${method}`,
    });
  }
}

function refuseOtherSchemas(http: HttpRequest): void {
  const schema = http.header(onlyReads(http) ? "accept-profile" : "content-profile") ?? "public";
  if (schema === "public") return;
  throw restError("PGRST106", {
    message: `Invalid schema: ${schema}`,
    hint: "Only the following schemas are exposed: public",
  });
}

/**
 * The shape of a response: an array, one object (`single()`) or CSV (`csv()`), with or without null
 * properties.
 */
export type MediaType = { shape: "array" | "object" | "csv"; nulls: "kept" | "stripped" };

/**
 * The first supported media type of the Accept header; plans and GeoJSON are not supported. Throws
 * PGRST107.
 */
function parseMediaType(accept = "*/*"): MediaType {
  const types = accept.split(",").map((type) => type.trim().toLowerCase());
  for (const type of types) {
    const [name = "", ...parameters] = type.split(";").map((part) => part.trim());
    const [, shape] = /^application\/vnd\.pgrst\.(array|object)(?:\+json)?$/.exec(name) ?? [];
    if (shape) {
      const nulls = parameters.includes("nulls=stripped") ? "stripped" : "kept";
      return { shape: shape === "object" ? "object" : "array", nulls };
    }
    if (name === "text/csv") return { shape: "csv", nulls: "kept" };
    if (["*/*", "application/*", "application/json"].includes(name)) {
      return { shape: "array", nulls: "kept" };
    }
  }
  throw restError("PGRST107", {
    message: `None of these media types are available: ${types.join(", ")}`,
  });
}

/** The parsed `Prefer` header (PostgREST, Preferences.hs). */
type Preferences = {
  return: (typeof known.return)[number];
  resolution: (typeof known.resolution)[number] | null;
  missing: (typeof known.missing)[number];
  count: (typeof known.count)[number] | null;
  /** With `handling=strict`: the maximum number of rows that the request may change. */
  maxAffected: number | null;
  /** The supported preferences, for `Preference-Applied`. */
  applied: string[];
};

const known = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["minimal", "headers-only", "representation"],
  count: ["exact", "planned", "estimated"],
  handling: ["strict", "lenient"],
  tx: ["commit"],
} as const;

const maxAffected = /^max-affected=(\d{1,15})$/;

/**
 * Parses a `Prefer` header; the first of two contradicting preferences wins. Throws PGRST122 for
 * `tx=rollback`, and for unknown preferences with `handling=strict`.
 */
function parsePreferences(header = ""): Preferences {
  const words = header.split(",").map((word) => word.trim());
  const applied: string[] = [];
  const take = <const T extends string>(name: string, values: readonly T[]): T | null => {
    const word = words.find((each) => each.startsWith(`${name}=`));
    const found = values.find((value) => word === `${name}=${value}`) ?? null;
    if (found !== null) applied.push(`${name}=${found}`);
    return found;
  };
  const preferences = {
    resolution: take("resolution", known.resolution),
    missing: take("missing", known.missing) ?? "null",
    return: take("return", known.return) ?? "minimal",
    count: take("count", known.count),
    maxAffected: null,
    applied,
  };
  refusePreferences(words.filter((word) => word === "tx=rollback"));
  if (take("handling", known.handling) !== "strict") return preferences;
  refusePreferences(words.filter((word) => !isKnown(word)));
  const most = words.find((word) => maxAffected.test(word));
  if (most === undefined) return preferences;
  applied.push(most);
  return { ...preferences, maxAffected: Number(maxAffected.exec(most)?.[1]) };
}

function isKnown(word: string): boolean {
  const isListed = Object.entries(known).some(([name, values]) =>
    values.some((value) => word === `${name}=${value}`),
  );
  return word === "" || maxAffected.test(word) || isListed;
}

function refusePreferences(words: string[]): void {
  if (words.length === 0) return;
  throw restError("PGRST122", {
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${words.join(", ")}`,
  });
}
