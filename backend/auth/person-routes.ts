import { Hono } from "hono";
import { presentUser } from "./accounts/present-user.ts";
import { UpdateUserInput, updateUser } from "./accounts/update-user.ts";
import { type AuthParts, contextOf } from "./auth-context.ts";
import { parseInput, readBody } from "./read-body.ts";
import { authenticate, readSessionToken } from "./sessions/authenticate.ts";
import { SignOutScope, signOut } from "./sessions/sign-out.ts";

/** What a signed-in person may call. */
export function personRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  routes.get("/user", async (c) => {
    const { user } = await authenticate(contextOf(parts, c), c);
    return c.json(presentUser(user));
  });
  routes.put("/user", async (c) => {
    const context = contextOf(parts, c);
    const signedIn = await authenticate(context, c);
    const change = await readBody(c, UpdateUserInput);
    return c.json(await updateUser({ context, input: { signedIn, change } }));
  });
  routes.post("/logout", async (c) => {
    const context = contextOf(parts, c);
    const token = await readSessionToken(context, c);
    const scope = parseInput(SignOutScope, c.req.query("scope") || undefined);
    await signOut({ context, input: { ...token, scope } });
    return c.body(null, 204);
  });
  return routes;
}
