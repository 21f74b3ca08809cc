import type { AccessRequestInput } from "#contract/access-request.ts";
import { callFunction, type FunctionResult } from "#web/session/call-function.ts";
import type { PublicConfig } from "#web/session/public-config.ts";

/**
 * Submits a request as nobody (server function request-access); a failure that says nothing has no
 * message (product section 8). The client is loaded only now: most visitors never send one.
 */
export async function sendAccessRequest(
  { anonKey }: PublicConfig,
  input: AccessRequestInput,
): Promise<FunctionResult> {
  const { createAnonymousClient } = await import("#web/session/anonymous-client.ts");
  const supabase = createAnonymousClient({ url: window.location.origin, anonKey });
  return callFunction(supabase, "request-access", input, () => null);
}
