import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { connectionOf } from "./connection.ts";

/**
 * Refuses a body of more than `largest` bytes. Of one that says so itself nothing is read: Node
 * clears it away, and the connection serves whoever shares it. Else the connection ends.
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
