import { restError } from "../rest-error.ts";
import { type MediaType, parseMediaType } from "./parse-media-type.ts";
import { type Payload, parseArguments, parsePayload } from "./parse-payload.ts";
import { parseQuery } from "./parse-query.ts";
import { parseRange } from "./parse-range.ts";
import type { Query, Range } from "./syntax.ts";

type Common = { name: string; query: Query; preferences: Preferences; media: MediaType };

/**
 * What a caller wants, said in terms of tables and functions and no longer of HTTP (PostgREST,
 * ApiRequest.hs).
 */
export type RestRequest = Common &
  (
    | { kind: "read"; range: Range; headersOnly: boolean }
    | { kind: "insert"; payload: Payload }
    | { kind: "update"; payload: Payload }
    | { kind: "delete" }
    | {
        kind: "call";
        range: Range;
        headersOnly: boolean;
        /** The body of a POST; null when GET or HEAD gives the arguments in the address. */
        payload: Payload | null;
      }
  );

export type HttpRequest = {
  method: string;
  /** The path below /rest/v1, decoded, without slashes around it. */
  path: string;
  search: string;
  header(name: string): string | undefined;
  body(): Promise<string>;
};

/** Turns HTTP into intent. Throws the ApiErrors of PGRST1xx, for which no table need be known. */
export async function parseRequest(http: HttpRequest): Promise<RestRequest> {
  refuseOtherSchemas(http);
  const [first = "", second, ...more] = http.path.split("/");
  if (first === "") {
    throw restError("PGRST126", { message: "Root endpoint metadata is disabled" });
  }
  if (more.length > 0 || (second !== undefined && first !== "rpc")) throw noSuchPath();
  const media = parseMediaType(http.header("accept"));
  const preferences = parsePreferences(http.header("prefer"));
  if (second === undefined) return parseTableRequest(http, { name: first, preferences, media });
  return parseCallRequest(http, { name: second, preferences, media });
}

async function parseTableRequest(
  http: HttpRequest,
  common: Omit<Common, "query">,
): Promise<RestRequest> {
  const query = parseQuery(http.search, false);
  if (http.method !== "GET" && http.method !== "HEAD") refuseUnrestricting(http, query);
  switch (http.method) {
    case "GET":
    case "HEAD":
      return { ...common, ...readAsked(http, query), kind: "read", query };
    case "POST":
      return {
        ...common,
        kind: "insert",
        query,
        payload: parsePayload(await http.body(), query.columns),
      };
    case "PATCH":
      return {
        ...common,
        kind: "update",
        query,
        payload: parsePayload(await http.body(), query.columns),
      };
    case "DELETE":
      return { ...common, kind: "delete", query };
    default:
      throw restError("PGRST117", { message: `Unsupported HTTP method: ${http.method}` });
  }
}

async function parseCallRequest(
  http: HttpRequest,
  common: Omit<Common, "query">,
): Promise<RestRequest> {
  const byAddress = http.method === "GET" || http.method === "HEAD";
  if (!byAddress && http.method !== "POST") {
    throw restError("PGRST101", { message: `Cannot use the ${http.method} method on RPC` });
  }
  const query = parseQuery(http.search, byAddress);
  const payload = byAddress ? null : parseArguments(await http.body());
  return { ...common, ...readAsked(http, query), kind: "call", query, payload };
}

function readAsked(http: HttpRequest, query: Query): { range: Range; headersOnly: boolean } {
  const parameters = query.ranges.find(({ path }) => path.length === 0)?.value;
  const header = http.method === "GET" ? http.header("range") : undefined;
  return { range: parseRange(header, parameters), headersOnly: http.method === "HEAD" };
}

/**
 * A write changes every row that its own filters find, and an insert every row that is sent. What
 * looks as if it made them fewer is refused and not ignored, as PostgREST does.
 */
function refuseUnrestricting({ method, header }: HttpRequest, { ranges, logic }: Query): void {
  if (ranges.length > 0 || header("range") !== undefined) {
    throw restError("PGRST114", {
      message: `limit, offset and the Range header are not allowed for ${method}`,
      hint: "Name the rows with filters; Prefer: handling=strict, max-affected=n bounds their number.",
    });
  }
  if (method === "POST" ? logic.length > 0 : logic.some(({ path }) => path.length > 0)) {
    throw restError("PGRST127", {
      message: "Feature not implemented",
      details:
        method === "POST"
          ? "Filters do not restrict the rows of an insert"
          : `Filters on embedded tables do not restrict the rows of ${method}`,
    });
  }
}

function refuseOtherSchemas(http: HttpRequest): void {
  const reads = http.method === "GET" || http.method === "HEAD";
  const schema = http.header(reads ? "accept-profile" : "content-profile") ?? "public";
  if (schema === "public") return;
  throw restError("PGRST106", {
    message: `Invalid schema: ${schema}`,
    hint: "Only the following schemas are exposed: public",
  });
}

function noSuchPath() {
  return restError("PGRST125", { message: "Invalid path specified in request URL" });
}

/** What the `Prefer` header asks for (PostgREST, Preferences.hs). */
type Preferences = {
  return: "minimal" | "headers-only" | "representation";
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missing: "default" | "null";
  count: boolean;
  /** With `handling=strict`: the most rows that a call may change. */
  maxAffected: number | null;
  /** The preferences that were understood, for `Preference-Applied`. */
  applied: string[];
};

/**
 * Reads a `Prefer` header; the first of two that contradict counts. Throws PGRST122 for
 * `tx=rollback` and for unknown ones with `handling=strict`.
 */
function parsePreferences(header: string | undefined): Preferences {
  const words = (header ?? "").split(",").map((word) => word.trim());
  const applied: string[] = [];
  const take = <const T extends string>(name: string, values: readonly T[]): T | null => {
    const found = values.find(
      (value) => words.find((word) => word.startsWith(`${name}=`)) === `${name}=${value}`,
    );
    if (found !== undefined) applied.push(`${name}=${found}`);
    return found ?? null;
  };
  const preferences = {
    resolution: take("resolution", ["merge-duplicates", "ignore-duplicates"]),
    missing: take("missing", ["default", "null"]) ?? "null",
    return: take("return", ["minimal", "headers-only", "representation"]) ?? "minimal",
    count: take("count", ["exact", "planned", "estimated"]) !== null,
    maxAffected: null,
    applied,
  } satisfies Preferences;
  refuse(words.filter((word) => word === "tx=rollback"));
  if (take("handling", ["strict", "lenient"]) !== "strict") return preferences;
  refuse(words.filter((word) => !isKnown(word)));
  return { ...preferences, maxAffected: readMaxAffected(words, applied) };
}

function readMaxAffected(words: string[], applied: string[]): number | null {
  const word = words.find((each) => /^max-affected=\d{1,15}$/.test(each));
  if (!word) return null;
  applied.push(word);
  return Number(word.slice("max-affected=".length));
}

function isKnown(word: string): boolean {
  return /^(|resolution=(merge|ignore)-duplicates|missing=(default|null)|return=(minimal|headers-only|representation)|count=(exact|planned|estimated)|handling=(strict|lenient)|tx=commit|max-affected=\d{1,15})$/.test(
    word,
  );
}

function refuse(words: string[]): void {
  if (words.length === 0) return;
  throw restError("PGRST122", {
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${words.join(", ")}`,
  });
}
