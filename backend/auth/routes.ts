import { type Context, Hono } from "hono";
import type { ApiError } from "#backend/http/api-error.ts";
import { SignUpInput, signUp } from "./accounts/sign-up.ts";
import { UpdateUserInput, updateUser } from "./accounts/update-user.ts";
import { presentUser } from "./accounts/user.ts";
import { type AuthContext, type AuthParts, contextOf } from "./auth-context.ts";
import { authError } from "./auth-error.ts";
import { redirectTarget } from "./links/link.ts";
import { RecoverInput, ResendInput, resendConfirmation, sendRecovery } from "./links/send-link.ts";
import {
  type Verified,
  VerifyInput,
  VerifyLinkInput,
  verifyOneTimeToken,
} from "./links/verify-one-time-token.ts";
import { parseInput, readBody } from "./read-body.ts";
import { toRefusal } from "./render-error.ts";
import { authenticate, readSessionToken } from "./sessions/authenticate.ts";
import { RefreshInput, refreshSession } from "./sessions/refresh-session.ts";
import { SignInInput, signIn } from "./sessions/sign-in.ts";
import { SignOutScope, signOut } from "./sessions/sign-out.ts";

/** What anybody may call. */
export function publicRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  routes.post("/token", async (c) => c.json(await grantToken(contextOf(parts, c), c)));
  routes.post("/signup", async (c) => {
    const input = await readBody(c, SignUpInput);
    return c.json(await signUp({ context: contextOf(parts, c), input }));
  });
  routes.post("/resend", async (c) => {
    const input = await readBody(c, ResendInput);
    await resendConfirmation({ context: contextOf(parts, c), input });
    return c.json({});
  });
  routes.post("/recover", async (c) => {
    const input = {
      ...(await readBody(c, RecoverInput)),
      redirectTo: c.req.query("redirect_to"),
    };
    await sendRecovery({ context: contextOf(parts, c), input });
    return c.json({});
  });
  routes.post("/verify", async (c) => {
    const input = await readBody(c, VerifyInput);
    const verified = await verifyOneTimeToken({ context: contextOf(parts, c), input });
    return c.json(verified.kind === "session" ? verified.session : verified.user);
  });
  routes.get("/verify", (c) => followLink(contextOf(parts, c), c));
  routes.get("/settings", async (c) => c.json(await readSettings(contextOf(parts, c))));
  const health = { name: `${parts.config.name} Auth`, description: "GoTrue's contract" };
  routes.get("/health", (c) => c.json(health));
  return routes;
}

async function grantToken(context: AuthContext, c: Context) {
  const grant = c.req.query("grant_type");
  if (grant === "password") return signIn({ context, input: await readBody(c, SignInInput) });
  if (grant === "refresh_token") {
    return refreshSession({ context, input: await readBody(c, RefreshInput) });
  }
  throw authError("invalid_credentials", { message: "unsupported_grant_type" });
}

/** Scanners ask for the head of every link in a mail; that must not use it up. */
async function followLink(context: AuthContext, c: Context): Promise<Response> {
  const target = redirectTarget(context.config.siteUrl, c.req.query("redirect_to"));
  if (c.req.method === "HEAD") return c.redirect(target, 303);
  c.header("Referrer-Policy", "no-referrer");
  try {
    const input = parseInput(VerifyLinkInput, c.req.query());
    const verified = await verifyOneTimeToken({ context, input });
    return c.redirect(`${target}#${fragmentOf(context, verified, input.type)}`, 303);
  } catch (error) {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) context.log.error({ err: refusal }, "verification link failed");
    return c.redirect(`${target}#${fragmentOfRefusal(refusal)}`, 303);
  }
}

/**
 * The implicit flow, read by detectSessionInUrl; a closed account gets a message, which the client
 * takes for no session.
 */
function fragmentOf(
  { hooks }: AuthContext,
  verified: Verified,
  asked: VerifyInput["type"],
): URLSearchParams {
  if (verified.kind === "waiting") {
    return new URLSearchParams({ message: hooks.words.confirmed, type: "signup" });
  }
  const type = asked === "email" ? "signup" : asked;
  const { access_token, expires_at, expires_in, refresh_token, token_type } = verified.session;
  return new URLSearchParams({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  });
}

function fragmentOfRefusal({ status, code, message }: ApiError): URLSearchParams {
  const kinds: Record<number, string> = { 400: "invalid_request", 403: "access_denied" };
  const error = kinds[status] ?? "server_error";
  return new URLSearchParams({ error, error_code: code, error_description: message });
}

/** What GET settings tells a client about how one may sign in here (GoTrue's Settings). */
async function readSettings({ config, hooks, sql }: AuthContext) {
  const isOpen = config.signup === "open" || (await hooks.isFirstUser(sql));
  return {
    external: { email: true, phone: true, anonymous_users: false },
    disable_signup: !isOpen,
    mailer_autoconfirm: false,
    phone_autoconfirm: true,
    sms_provider: "",
    saml_enabled: false,
  };
}

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
