import { randomBytes } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { pageSecurityHeaders } from "./security-headers.ts";

/** How pages are made: `render` gives the document for a request; built files lie in `clientFolder`. */
export type Pages = {
  clientFolder: string;
  secure: boolean;
  /** Another place that pages may connect to: the socket over which changed sources are told. */
  alsoConnect?: string;
  render(request: Request, nonce: string): Promise<Response>;
};

const forever = "public, max-age=31536000, immutable";
const aDay = "public, max-age=86400";

/** Serves the built files, compressed ahead of time, and renders every other address as a page with a nonce of its own. */
export function servePages({ clientFolder, secure, alsoConnect, render }: Pages): Hono {
  const app = new Hono();
  app.all("/.vite/*", (context) => context.text("Not found", 404));
  app.use("*", async (context, next) => {
    await next();
    const isFile = context.res.headers.get("Content-Type")?.includes("text/html") === false;
    if (!isFile || context.res.headers.has("Cache-Control")) return;
    const hashed = context.req.path.startsWith("/assets/") && context.res.ok;
    context.header("Cache-Control", hashed ? forever : aDay);
  });
  app.get("*", serveStatic({ root: clientFolder, precompressed: true }));
  app.get("/assets/*", (context) => context.text("Not found", 404));
  app.use("*", compress());
  app.all("*", async (context) => {
    const nonce = randomBytes(16).toString("base64");
    const response = await render(context.req.raw, nonce);
    for (const [name, value] of Object.entries(
      pageSecurityHeaders(nonce, { secure, alsoConnect }),
    )) {
      response.headers.set(name, value);
    }
    return response;
  });
  return app;
}
