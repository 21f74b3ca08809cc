import { type Context, Hono } from "hono";
import type { z } from "zod";
import type { ApiError } from "../http/api-error.ts";
import { SignUpInput, signUp } from "./accounts/sign-up.ts";
import { UpdateUserInput, updateUser } from "./accounts/update-user.ts";
import { presentUser } from "./accounts/user.ts";
import { type AuthContext, type AuthParts, contextOf } from "./auth-context.ts";
import { authError, toRefusal } from "./auth-error.ts";
import { EnrollFactorInput, enrollFactor, removeFactor } from "./factors/factors.ts";
import {
  generateRecoveryCodes,
  RecoveryCodeInput,
  RecoveryCodesInput,
  readRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from "./factors/recovery-codes.ts";
import { challengeFactor, VerifyFactorInput, verifyFactor } from "./factors/verify-factor.ts";
import { redirectTarget } from "./links/link.ts";
import { RecoverInput, ResendInput, resendConfirmation, sendRecovery } from "./links/send-link.ts";
import {
  type Verified,
  VerifyInput,
  VerifyLinkInput,
  verifyOneTimeToken,
} from "./links/verify-one-time-token.ts";
import { parseInput, readBody } from "./read-input.ts";
import { authenticate, readSessionToken, type SignedIn } from "./sessions/authenticate.ts";
import { RefreshInput, refreshSession } from "./sessions/refresh-session.ts";
import { SignInInput, signIn } from "./sessions/sign-in.ts";
import { SignOutScope, signOut } from "./sessions/sign-out.ts";

/** Routes without authentication. */
export function publicRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  routes.post("/token", async (c) => c.json(await grantToken(contextOf(parts, c), c)));
  routes.post("/signup", async (c) =>
    c.json(await signUp(contextOf(parts, c), await readBody(c, SignUpInput))),
  );
  routes.post("/resend", async (c) => {
    const { email } = await readBody(c, ResendInput);
    await resendConfirmation(contextOf(parts, c), email);
    return c.json({});
  });
  routes.post("/recover", async (c) => {
    const { email } = await readBody(c, RecoverInput);
    await sendRecovery(contextOf(parts, c), email, c.req.query("redirect_to"));
    return c.json({});
  });
  routes.post("/verify", async (c) => {
    const input = await readBody(c, VerifyInput);
    const verified = await verifyOneTimeToken(contextOf(parts, c), input);
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
  if (grant === "password") return signIn(context, await readBody(c, SignInInput));
  if (grant === "refresh_token") {
    return refreshSession(context, await readBody(c, RefreshInput));
  }
  throw authError("invalid_credentials", { message: "unsupported_grant_type" });
}

/** Mail scanners send HEAD requests for links, which must not use the link up. */
async function followLink(context: AuthContext, c: Context): Promise<Response> {
  const target = redirectTarget(context.config.siteUrl, c.req.query("redirect_to"));
  if (c.req.method === "HEAD") return c.redirect(target, 303);
  c.header("Referrer-Policy", "no-referrer");
  try {
    const input = parseInput(VerifyLinkInput, c.req.query());
    const verified = await verifyOneTimeToken(context, input);
    return c.redirect(`${target}#${fragmentOf(context, verified, input.type)}`, 303);
  } catch (error) {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) context.log.error({ err: refusal }, "verification link failed");
    return c.redirect(`${target}#${fragmentOfRefusal(refusal)}`, 303);
  }
}

/** The implicit flow. An account that waits for approval gets a message instead of a session. */
function fragmentOf({ hooks }: AuthContext, verified: Verified, asked: VerifyInput["type"]) {
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

/** GET settings: the sign-in methods that clients may offer (GoTrue's Settings). */
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

/** Routes for signed-in users, including those of supabase-js's auth.mfa. */
export function personRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  const person =
    (verb: (of: AuthContext, by: SignedIn, c: Context) => Promise<unknown>) =>
    async (c: Context) => {
      const context = contextOf(parts, c);
      return c.json(await verb(context, await authenticate(context, c), c));
    };
  /** Reads the body only after authentication. */
  const personWith = <Schema extends z.ZodType>(
    schema: Schema,
    verb: (of: AuthContext, by: SignedIn, input: z.output<Schema>, c: Context) => Promise<unknown>,
  ) => person(async (of, by, c) => verb(of, by, await readBody(c, schema), c));
  const read = person(async (_, { user }) => presentUser(user));
  const factorOf = (c: Context) => c.req.param("id") ?? "";
  const remove = person((of, by, c) => removeFactor(of, by, factorOf(c)));
  const challenge = person((of, by, c) => challengeFactor(of, by, factorOf(c)));
  const verify = personWith(VerifyFactorInput, (of, by, input, c) =>
    verifyFactor(of, by, factorOf(c), input),
  );
  const codes = "/factors/recovery-codes";
  routes.get("/user", read).put(personWith(UpdateUserInput, updateUser));
  routes.get(codes, person(readRecoveryCodes));
  routes.post(codes, personWith(RecoveryCodesInput, generateRecoveryCodes));
  routes.delete(codes, person(removeRecoveryCodes));
  routes.post(`${codes}/verify`, personWith(RecoveryCodeInput, verifyRecoveryCode));
  routes.post(`${codes}/regenerate`, person(regenerateRecoveryCodes));
  routes.post("/factors", personWith(EnrollFactorInput, enrollFactor));
  routes.delete("/factors/:id", remove);
  routes.post("/factors/:id/challenge", challenge);
  routes.post("/factors/:id/verify", verify);
  routes.post("/logout", async (c) => {
    const context = contextOf(parts, c);
    const token = await readSessionToken(context, c);
    const scope = parseInput(SignOutScope, c.req.query("scope") || undefined);
    await signOut(context, { ...token, scope });
    return c.body(null, 204);
  });
  return routes;
}
