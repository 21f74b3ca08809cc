import { type Context, Hono } from "hono";
import { z } from "zod";
import { findUser } from "../accounts/user.ts";
import { type AuthParts, contextOf } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { removeFactorByService } from "../factors/factors.ts";
import { parseInput, readBody } from "../read-input.ts";
import { requireServiceKey } from "../sessions/authenticate.ts";
import { GenerateLinkInput, generateLink, InviteInput, inviteUser } from "./links.ts";
import {
  ChangeUserInput,
  CreateUserInput,
  changeUser,
  createUser,
  DeleteUserInput,
  deleteUser,
  ListUsersInput,
  linkToPages,
  listUsers,
} from "./users.ts";

/** Routes that require the service key. */
export function adminRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  routes.on("ALL", ["/admin/*", "/invite"], async (c, next) => {
    await requireServiceKey(contextOf(parts, c), c);
    await next();
  });
  routes.get("/admin/users", async (c) => {
    const input = parseInput(ListUsersInput, c.req.query());
    const { users, total } = await listUsers(contextOf(parts, c), input);
    c.header("Link", linkToPages(c.req.path, input, total));
    c.header("X-Total-Count", String(total));
    return c.json({ users, aud: "authenticated" });
  });
  routes.post("/admin/users", async (c) =>
    c.json(await createUser(contextOf(parts, c), await readBody(c, CreateUserInput))),
  );
  routes.get("/admin/users/:id", async (c) => c.json(await findUser(contextOf(parts, c), idIn(c))));
  routes.put("/admin/users/:id", async (c) =>
    c.json(await changeUser(contextOf(parts, c), idIn(c), await readBody(c, ChangeUserInput))),
  );
  routes.delete("/admin/users/:id", async (c) => {
    const id = idIn(c);
    await readBody(c, DeleteUserInput);
    await deleteUser(contextOf(parts, c), id);
    return c.json({});
  });
  routes.get("/admin/users/:id/factors", async (c) => {
    const { factors = [] } = await findUser(contextOf(parts, c), idIn(c));
    return c.json(factors);
  });
  routes.delete("/admin/users/:id/factors/:factorId", async (c) =>
    c.json(await removeFactorByService(contextOf(parts, c), idIn(c), c.req.param("factorId"))),
  );
  routes.post("/admin/generate_link", async (c) => {
    const body = await readBody(c, GenerateLinkInput);
    const redirectTo = body.redirect_to || c.req.query("redirect_to");
    return c.json(await generateLink(contextOf(parts, c), body, redirectTo));
  });
  routes.post("/invite", async (c) => {
    const input = await readBody(c, InviteInput);
    return c.json(await inviteUser(contextOf(parts, c), input, c.req.query("redirect_to")));
  });
  return routes;
}

/** The :id parameter. Throws validation_failed (404), as GoTrue does. */
function idIn(c: Context): string {
  const id = c.req.param("id") ?? "";
  if (z.guid().safeParse(id).success) return id;
  throw authError("validation_failed", { status: 404, message: "user_id must be an UUID" });
}
