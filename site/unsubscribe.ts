import { type Context, Hono } from "hono";
import type { Logger } from "pino";
import { type Admission, admitRequests, limitBody, Overloaded, retryAfter } from "#backend";

type UnsubscribeInput = {
  config: { siteUrl: string; anonKey: string };
  admission: Admission;
  log: Logger;
  /** Calls the API in this process, without the network. */
  fetch(request: Request): Response | Promise<Response>;
};

/** The form has one field. */
const maxBodyBytes = 16 * 1024;

/**
 * POST /unsubscribe?key=… stops the weekly mail that contains the key. Serves one-click unsubscribe
 * in mail programs (RFC 8058), and the page at the same URL, which then shows the result. GET
 * changes nothing, because link scanners open every URL.
 */
export function createUnsubscribe({ config, admission, log, fetch }: UnsubscribeInput): Hono {
  const { siteUrl, anonKey } = config;
  const app = new Hono();
  const gate = admitRequests(admission, maxBodyBytes);
  const limit = limitBody(maxBodyBytes, () => new Response("Too large", { status: 413 }));
  app.post("/", gate, limit, async (context) => {
    const key = context.req.query("key") ?? "";
    if (!uuid.test(key)) return context.text("No such key", 400);
    const form = await readForm(context);
    if (!form) return context.text("The form is malformed", 400);
    const answer = await fetch(
      new Request(`${siteUrl}/rest/v1/rpc/stop_weekly_mail`, {
        method: "POST",
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${anonKey}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ p_key: key }),
      }),
    );
    if (!answer.ok) {
      log.error({ status: answer.status }, "unsubscribing from the weekly mail failed");
      return context.text("Inténtalo de nuevo en unos minutos.", 503, retryAfter);
    }
    if (form["List-Unsubscribe"] === "One-Click") return context.text("OK");
    return context.redirect("/unsubscribe?listo", 303);
  });
  app.onError((error, context) => {
    if (!(error instanceof Overloaded)) throw error;
    return context.text("Inténtalo de nuevo en unos minutos.", 503, retryAfter);
  });
  return app;
}

/** Returns null when the form cannot be parsed. */
async function readForm({ req }: Context) {
  // Read the body first: a broken connection must not count as a malformed form.
  await req.arrayBuffer();
  try {
    return await req.parseBody();
  } catch {
    return null;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
