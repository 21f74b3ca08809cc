import type { SessionState } from "./session-state.ts";

export type Audience = "guest" | "member" | "admin" | "dealer";

/** What a guard does with a visitor. */
export type AccessDecision =
  | { do: "wait" }
  | { do: "offer-retry" }
  | { do: "ask-code" }
  | { do: "hold" }
  | { do: "allow" }
  | { do: "redirect"; to: "/" | "/dashboard" };

const toLanding: AccessDecision = { do: "redirect", to: "/" };
const toDashboard: AccessDecision = { do: "redirect", to: "/dashboard" };
const allow: AccessDecision = { do: "allow" };

/**
 * The redirects (docs/product/README.md); a missing second factor is asked for before them. A
 * convenience only: the database enforces access.
 */
export function decideAccess(state: SessionState, audience: Audience): AccessDecision {
  if (state.status === "loading") return { do: "wait" };
  if (state.status === "awaiting-code") return { do: "ask-code" };
  if (audience === "guest") return state.status === "signed-in" ? toDashboard : allow;
  if (state.status === "unreachable") return { do: "offer-retry" };
  if (state.status === "anonymous") return toLanding;
  if (state.status === "ended") return { do: "hold" };
  const activeRole = (state.impersonatedUser ?? state.user).role;
  if (audience === "admin") return state.user.role === "admin" ? allow : toDashboard;
  if (audience === "dealer") return activeRole === "concesionario" ? allow : toDashboard;
  return allow;
}
