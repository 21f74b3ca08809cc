import type { Context } from "hono";
import { proxy } from "hono/proxy";
import { clientAddress } from "#backend/http/client-address.ts";
import { connectionOf } from "#backend/http/connection.ts";
import { connectionLimits, databaseTimes } from "#backend/limits.ts";

/**
 * What says whence a request comes, which is ours to say, and what belongs to our own connection.
 */
const notForwarded = /^(host|expect|forwarded|cf-.*|(sb-)?x?-?forwarded-.*|x-real-ip|x-client-ip)$/;

/** How long a project may owe the beginning of its answer; a body takes its time to come, too. */
const patience = { answerMs: databaseTimes.readMs, bodyMs: connectionLimits.requestMs };

/**
 * Hands requests on to the same path of a project, and its answers back, both as they come: a
 * redirect is the browser's to follow. The address of whoever asks goes along as X-Forwarded-For.
 * 503 where the project cannot be reached, 504 where it says nothing for too long.
 */
export function forwardTo(projectUrl: string, { answerMs, bodyMs } = patience) {
  return async (context: Context): Promise<Response> => {
    const { pathname, search } = new URL(context.req.url);
    const answering = new AbortController();
    const timer = setTimeout(() => answering.abort(), context.req.raw.body ? bodyMs : answerMs);
    try {
      return await proxy(`${projectUrl}${pathname}${search}`, {
        raw: context.req.raw,
        redirect: "manual",
        customFetch: (request) => {
          sayWhoAsks(request.headers, context);
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

function sayWhoAsks(headers: Headers, context: Context): void {
  for (const name of [...headers.keys()]) if (notForwarded.test(name)) headers.delete(name);
  if (connectionOf(context)) headers.set("x-forwarded-for", clientAddress(context));
}

function refuse(status: 503 | 504, fault: string): Response {
  const body = { code: "project_unavailable", message: `The project ${fault}` };
  return Response.json(body, { status });
}
