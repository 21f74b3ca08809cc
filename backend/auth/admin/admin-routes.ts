import { Hono } from "hono";
import { findUser, readUserId } from "../accounts/user.ts";
import { type AuthParts, contextOf } from "../auth-context.ts";
import { removeFactorByService } from "../factors/remove-factor.ts";
import { parseInput, readBody } from "../read-body.ts";
import { requireServiceKey } from "../sessions/authenticate.ts";
import { ChangeUserInput, CreateUserInput } from "./admin-user-input.ts";
import { changeUser } from "./change-user.ts";
import { GenerateLinkInput, generateLink, InviteInput, inviteUser } from "./links.ts";
import {
  createUser,
  DeleteUserInput,
  deleteUser,
  ListUsersInput,
  linkToPages,
  listUsers,
} from "./users.ts";

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
    const { factors = [] } = await findUser({ context: contextOf(parts, c), input });
    return c.json(factors);
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
