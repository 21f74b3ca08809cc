import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { connectionLimits } from "../limits.ts";
import { connectionOf } from "./client-address.ts";

const longestAddress = connectionLimits.addressCharacters;

/** Answers an address that is too long with a clear JSON error instead of a bare 431. */
export function limitAddress(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (pathname.length + search.length <= longestAddress) return next();
    return context.json(addressTooLong, 414);
  };
}

/** The body of the refusal. */
export const addressTooLong = {
  code: "uri_too_long",
  message: `The address of the request is longer than ${longestAddress} characters`,
  details: null,
  hint: "Ask for fewer ids at a time.",
};

/** A body that says to be too large is not read, and the connection goes on; else it ends. */
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
