import { readFunctionAnswer } from "#contract/function-failure.ts";

/**
 * Makes supabase-js see every failure. It would take an error response with the body `null`, `""`
 * or none for a success, and an `error` field in the response to a write (docs/product/roles.md)
 * for data.
 */
export async function normalizeResponse({ method, url }: Request, response: Response) {
  const { pathname } = new URL(url);
  const isRead = method === "GET" || method === "HEAD";
  if (pathname.startsWith("/functions/v1/") || (response.ok && isRead)) return response;
  if (!response.ok && !pathname.startsWith("/rest/v1/")) return response;
  const text = await response
    .clone()
    .text()
    .catch(() => "");
  const body = readObject(text);
  if (!response.ok) return hasMessage(body) ? response : failure(text, response);
  const answer = body && readFunctionAnswer(body);
  return answer?.success === false ? failure(answer.message ?? text, response) : response;
}

/** Builds a PostgREST error that includes the status, which supabase-js does not pass on. */
function failure(message: string, { status, ok, headers }: Response): Response {
  const body = JSON.stringify({ message: message || String(status), ...(ok ? {} : { status }) });
  const requestId = headers.get("x-request-id");
  return new Response(body, {
    status: ok ? 400 : status,
    headers: {
      "Content-Type": "application/json",
      ...(requestId && { "x-request-id": requestId }),
    },
  });
}

function readObject(text: string): object | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasMessage(body: object | null): boolean {
  return body !== null && "message" in body && typeof body.message === "string";
}
