import type { Role } from "#backend/postgres/identity.ts";
import type { RestRequest } from "../parse/parse-request.ts";
import type { SchemaCache } from "../schema-cache/schema-cache.ts";
import { planCall } from "./plan-call.ts";
import { planRead } from "./plan-read.ts";
import { planWrite } from "./plan-write.ts";
import type { RequestPlan } from "./request-plan.ts";
import { tableSource } from "./table-source.ts";

/**
 * Finds every name of a request in the schema cache (actionPlan). Throws the ApiErrors of PGRST1xx
 * and PGRST2xx and 42703.
 */
export function planRequest(cache: SchemaCache, role: Role, request: RestRequest): RequestPlan {
  switch (request.kind) {
    case "read": {
      const source = tableSource(cache, request.name, role);
      const read = planRead({ cache, role, source, query: request.query, ownLogic: true });
      return {
        kind: "read",
        read: { ...read, ...request.range },
        output: request.headersOnly ? "none" : "rows",
        countAll: request.preferences.count,
      };
    }
    case "call":
      return planCall(cache, role, request);
    default:
      return planWrite(cache, role, request);
  }
}
