import { decodeJwt } from "jose";
import { z } from "zod";
import { ApiError } from "#backend/http/api-error.ts";
import type { Identity } from "#backend/postgres/identity.ts";
import type { Project } from "./project.ts";

const Claims = z.looseObject({ role: z.literal("authenticated"), sub: z.guid() });

/**
 * Finds out whom a token names. A person's is the project's to judge, which knows how it signs and
 * which sessions live; of the two keys each names a role. Throws ApiError: 401 for a token that the
 * project refuses, 503 while it does not answer.
 */
export function identifyAtProject({ keys, ask }: Project): (token: string) => Promise<Identity> {
  return async (token) => {
    if (token === keys.anonKey) return { role: "anon", claims: {} };
    if (token === keys.serviceRoleKey) return { role: "service_role", claims: {} };
    const { status } = await ask("/auth/v1/user", keys.anonKey, token);
    if (status >= 500) throw unavailable;
    if (status !== 200) throw refused;
    const claims = Claims.safeParse(decodeJwt(token));
    if (!claims.success) throw refused;
    return { role: claims.data.role, claims: claims.data };
  };
}

const refused = new ApiError({
  status: 401,
  code: "bad_jwt",
  message: "The project refuses the token",
});
const unavailable = new ApiError({
  status: 503,
  code: "project_unavailable",
  message: "The project does not answer",
});
