import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { NonceContext } from "./nonce.ts";
import { pageRequest } from "./request-context.ts";

export { ownHostBuild } from "./own-host/own-host-build.ts";
export { createLoadContext } from "./request-context.ts";

/** How long loaders may keep a page's stream open, in milliseconds. */
export const streamTimeout = 5_000;

/**
 * What a loader threw. A refusal (an address that no page has) is the visitor's doing, and its
 * status stands in the log already.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted) return;
  context.get(pageRequest).reportError(error);
};

/**
 * Renders a page: robots, which run no script, get it in one piece; people as soon as its frame is
 * ready.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, reportError } = loadContext.get(pageRequest);
  const whenReady = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let answered = false;
    let answerStatus = status;
    const page = (
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      [whenReady]() {
        answered = true;
        const body = new PassThrough({ final: (done) => done(void clearTimeout(timer)) });
        const stream = createReadableStreamFromReadable(body);
        pipe(body);
        resolve(new Response(stream, { status: answerStatus, headers }));
      },
      onShellError: reject,
      onError(error) {
        if (!answered) answerStatus = 500;
        if (!request.signal.aborted) reportError(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}
