import { Hono } from "hono";
import { changeUser } from "../accounts/change-user.ts";
import { findUser, readUserId } from "../accounts/find-user.ts";
import { type AuthParts, contextOf } from "../auth-context.ts";
import { parseInput, readBody } from "../read-body.ts";
import { requireServiceKey } from "../sessions/authenticate.ts";
import { ChangeUserInput, CreateUserInput } from "./admin-user-input.ts";
import { createUser } from "./create-user.ts";
import { DeleteUserInput, deleteUser } from "./delete-user.ts";
import { GenerateLinkInput, generateLink } from "./generate-link.ts";
import { InviteInput, inviteUser } from "./invite-user.ts";
import { listFactorsByService } from "./list-factors-by-service.ts";
import { ListUsersInput, linkToPages, listUsers } from "./list-users.ts";
import { removeFactorByService } from "./remove-factor-by-service.ts";

/** What only the service key may call. */
export function adminRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  routes.on("ALL", ["/admin/*", "/invite"], async (c, next) => {
    await requireServiceKey(contextOf(parts, c), c);
    await next();
  });
  routes.get("/admin/users", async (c) => {
    const input = parseInput(ListUsersInput, c.req.query());
    const { users, total } = await listUsers({ context: contextOf(parts, c), input });
    c.header("Link", linkToPages(c.req.path, input, total));
    c.header("X-Total-Count", String(total));
    return c.json({ users, aud: "authenticated" });
  });
  routes.post("/admin/users", async (c) => {
    const input = await readBody(c, CreateUserInput);
    return c.json(await createUser({ context: contextOf(parts, c), input }));
  });
  routes.get("/admin/users/:id", async (c) => {
    const input = { id: readUserId(c.req.param("id")) };
    return c.json(await findUser({ context: contextOf(parts, c), input }));
  });
  routes.put("/admin/users/:id", async (c) => {
    const id = readUserId(c.req.param("id"));
    const change = await readBody(c, ChangeUserInput);
    return c.json(await changeUser({ context: contextOf(parts, c), input: { id, change } }));
  });
  routes.delete("/admin/users/:id", async (c) => {
    const input = { id: readUserId(c.req.param("id")) };
    await readBody(c, DeleteUserInput);
    await deleteUser({ context: contextOf(parts, c), input });
    return c.json({});
  });
  routes.get("/admin/users/:id/factors", async (c) => {
    const input = { id: readUserId(c.req.param("id")) };
    return c.json(await listFactorsByService({ context: contextOf(parts, c), input }));
  });
  routes.delete("/admin/users/:id/factors/:factorId", async (c) => {
    const input = { id: readUserId(c.req.param("id")), factorId: c.req.param("factorId") };
    return c.json(await removeFactorByService({ context: contextOf(parts, c), input }));
  });
  routes.post("/admin/generate_link", async (c) => {
    const body = await readBody(c, GenerateLinkInput);
    const input = { ...body, redirect_to: body.redirect_to || (c.req.query("redirect_to") ?? "") };
    return c.json(await generateLink({ context: contextOf(parts, c), input }));
  });
  routes.post("/invite", async (c) => {
    const input = { ...(await readBody(c, InviteInput)), redirectTo: c.req.query("redirect_to") };
    return c.json(await inviteUser({ context: contextOf(parts, c), input }));
  });
  return routes;
}
