import { type Context, Hono } from "hono";
import { type AuthContext, type AuthParts, contextOf } from "../auth-context.ts";
import { readBody } from "../read-body.ts";
import { authenticate, type SignedIn } from "../sessions/authenticate.ts";
import { EnrollFactorInput, enrollFactor } from "./enroll-factor.ts";
import {
  generateRecoveryCodes,
  RecoveryCodeInput,
  RecoveryCodesInput,
  readRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from "./recovery-codes.ts";
import { removeFactor } from "./remove-factor.ts";
import { challengeFactor, VerifyFactorInput, verifyFactor } from "./verify-factor.ts";

/**
 * The second factor of a signed-in person: supabase-js's auth.mfa, and its auth.mfa.recoveryCodes.
 */
export function factorRoutes(parts: AuthParts): Hono {
  const routes = new Hono();
  const enter = async (c: Context): Promise<{ context: AuthContext; signedIn: SignedIn }> => {
    const context = contextOf(parts, c);
    return { context, signedIn: await authenticate(context, c) };
  };
  routes.get("/factors/recovery-codes", async (c) => {
    const { context, signedIn } = await enter(c);
    return c.json(await readRecoveryCodes({ context, input: signedIn }));
  });
  routes.post("/factors/recovery-codes", async (c) => {
    const { context, signedIn } = await enter(c);
    const wish = await readBody(c, RecoveryCodesInput);
    return c.json(await generateRecoveryCodes({ context, input: { signedIn, wish } }));
  });
  routes.post("/factors/recovery-codes/verify", async (c) => {
    const { context, signedIn } = await enter(c);
    const answer = await readBody(c, RecoveryCodeInput);
    return c.json(await verifyRecoveryCode({ context, input: { signedIn, answer } }));
  });
  routes.post("/factors/recovery-codes/regenerate", async (c) => {
    const { context, signedIn } = await enter(c);
    return c.json(await regenerateRecoveryCodes({ context, input: signedIn }));
  });
  routes.delete("/factors/recovery-codes", async (c) => {
    const { context, signedIn } = await enter(c);
    return c.json(await removeRecoveryCodes({ context, input: signedIn }));
  });
  routes.post("/factors", async (c) => {
    const { context, signedIn } = await enter(c);
    const wish = await readBody(c, EnrollFactorInput);
    return c.json(await enrollFactor({ context, input: { signedIn, wish } }));
  });
  routes.post("/factors/:id/challenge", async (c) => {
    const { context, signedIn } = await enter(c);
    const input = { signedIn, factorId: c.req.param("id") };
    return c.json(await challengeFactor({ context, input }));
  });
  routes.post("/factors/:id/verify", async (c) => {
    const { context, signedIn } = await enter(c);
    const answer = await readBody(c, VerifyFactorInput);
    const input = { signedIn, factorId: c.req.param("id"), answer };
    return c.json(await verifyFactor({ context, input }));
  });
  routes.delete("/factors/:id", async (c) => {
    const { context, signedIn } = await enter(c);
    const input = { signedIn, factorId: c.req.param("id") };
    return c.json(await removeFactor({ context, input }));
  });
  return routes;
}
