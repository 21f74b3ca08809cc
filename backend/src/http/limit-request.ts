import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { connectionLimits } from "../limits.ts";
import { connectionOf } from "./client-address.ts";

const maxUrlLength = connectionLimits.addressCharacters;

/** Rejects a URL that is too long with a JSON error instead of Node's bare 431. */
export function limitAddress(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (pathname.length + search.length <= maxUrlLength) return next();
    return context.json(addressTooLong, 414);
  };
}

/** The body of that 414 response. */
export const addressTooLong = {
  code: "uri_too_long",
  message: `The address of the request is longer than ${maxUrlLength} characters`,
  details: null,
  hint: "Ask for fewer ids at a time.",
};

/**
 * A body with a too large Content-Length is rejected unread and the connection stays open; one that
 * turns out too large while reading closes it.
 */
export function limitBody(largest: number, refuse: () => Response): MiddlewareHandler {
  const refuseHalfRead = (context: Context) => {
    connectionOf(context)?.outgoing.setHeader("Connection", "close");
    return refuse();
  };
  const readAndCount = bodyLimit({ maxSize: largest, onError: refuseHalfRead });
  return async (context, next) => {
    const announced = Number(context.req.header("content-length") ?? 0);
    return announced > largest ? refuse() : readAndCount(context, next);
  };
}
