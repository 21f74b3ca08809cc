import type { Context } from "hono";
import { proxy } from "hono/proxy";
import { decodeJwt } from "jose";
import { z } from "zod";
import { ApiError } from "../http/api-error.ts";
import { clientAddress, connectionOf } from "../http/client-address.ts";
import { connectionLimits, databaseTimes } from "../limits.ts";
import type { Identity } from "../postgres/caller-statement.ts";
import type { ProjectSettings } from "../settings.ts";

const askMs = 5_000;

/** A Supabase-compatible project. Opens no connection until the first request. */
export function openProject({ url, ...keys }: ProjectSettings) {
  return {
    keys,
    /**
     * Sends a GET request with an API key and a bearer token. Returns 503 if the project is
     * unreachable.
     */
    ask: async (path: string, key: string, token = key): Promise<Response> => {
      const headers = { apikey: key, authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(askMs);
      const answer = fetch(`${url}${path}`, { headers, signal, redirect: "manual" });
      return answer.catch((error: Error) => new Response(reasonOf(error), { status: 503 }));
    },
  };
}

type Project = ReturnType<typeof openProject>;

/**
 * Checks both keys with one request each. Throws a one-line message if the project cannot be used.
 */
export async function checkProject(settings: ProjectSettings): Promise<void> {
  const { keys, ask } = openProject(settings);
  const fault = (words: string) => new Error(`SUPABASE_URL (${settings.url}) ${words}`);
  const answer = await listAccounts({ keys, ask });
  if (answer.status >= 500) throw fault(`cannot be reached: ${await answer.text()}`);
  if (answer.status === 401 || answer.status === 403) throw fault("refuses the secret key");
  if (answer.status !== 200) throw fault(`is not a Supabase project: it returned ${answer.status}`);
  const visitor = await ask("/auth/v1/user", keys.anonKey);
  if ((await visitor.text()).includes("Invalid API key")) {
    throw fault("refuses the publishable key");
  }
}

/** Needs the project's database and the service key, so it checks both. */
export function listAccounts({ keys, ask }: Project): Promise<Response> {
  return ask("/auth/v1/admin/users?page=1&per_page=1", keys.serviceRoleKey);
}

/** `fetch` only says that it failed; the reason is in the cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

const Claims = z.looseObject({ role: z.literal("authenticated"), sub: z.guid() });

/** Lets the project verify a user token, since only it knows its signing keys and sessions. */
export function identifyAtProject({ keys, ask }: Project): (token: string) => Promise<Identity> {
  return async (token) => {
    if (token === keys.anonKey) return { role: "anon", claims: {} };
    if (token === keys.serviceRoleKey) return { role: "service_role", claims: {} };
    const { status } = await ask("/auth/v1/user", keys.anonKey, token);
    if (status >= 500) throw unavailable;
    if (status !== 200) throw refused;
    const claims = Claims.safeParse(decodeJwt(token));
    if (!claims.success) throw refused;
    return { role: claims.data.role, claims: claims.data };
  };
}

const refused = new ApiError({
  status: 401,
  code: "bad_jwt",
  message: "The project refuses the token",
});
const unavailable = new ApiError({
  status: 503,
  code: "project_unavailable",
  message: "The project does not answer",
});

/** Headers that describe the origin of a request or belong to our own connection. */
const notForwarded = /^(host|expect|forwarded|cf-.*|(sb-)?x?-?forwarded-.*|x-real-ip|x-client-ip)$/;

/** How long to wait for the start of a response; a request body gets more time. */
const defaultTimeouts = { answerMs: databaseTimes.readMs, bodyMs: connectionLimits.requestMs };

/**
 * Proxies requests to the same path of a project and streams the responses. 503 if the project is
 * unreachable, 504 if it does not respond in time.
 */
export function forwardTo(projectUrl: string, { answerMs, bodyMs } = defaultTimeouts) {
  return async (context: Context): Promise<Response> => {
    const { pathname, search } = new URL(context.req.url);
    const answering = new AbortController();
    const timer = setTimeout(() => answering.abort(), context.req.raw.body ? bodyMs : answerMs);
    try {
      return await proxy(`${projectUrl}${pathname}${search}`, {
        raw: context.req.raw,
        redirect: "manual",
        customFetch: (request) => {
          setForwardedHeaders(request.headers, context);
          return fetch(request, { signal: AbortSignal.any([request.signal, answering.signal]) });
        },
      });
    } catch {
      return answering.signal.aborted ? refuse(504, "is too slow") : refuse(503, "is out of reach");
    } finally {
      clearTimeout(timer);
    }
  };
}

function setForwardedHeaders(headers: Headers, context: Context): void {
  for (const name of [...headers.keys()]) if (notForwarded.test(name)) headers.delete(name);
  if (connectionOf(context)) headers.set("x-forwarded-for", clientAddress(context));
}

function refuse(status: 503 | 504, fault: string): Response {
  const body = { code: "project_unavailable", message: `The project ${fault}` };
  return Response.json(body, { status });
}
