import type { MiddlewareHandler } from "hono";
import { connectionLimits } from "#backend/limits.ts";

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
