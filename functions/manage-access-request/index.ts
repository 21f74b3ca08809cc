import { ManageAccessRequestInput } from "#contract/accounts/access-request.ts";
import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import {
  fail,
  NOT_AVAILABLE,
  NOT_SIGNED_IN,
  parseBody,
  type ServerFunction,
} from "../server-function.ts";

const ONLY_ADMIN = "Solo un administrador puede decidir sobre las solicitudes.";

const PHONE_TAKEN =
  "Su teléfono ya es de otra cuenta: entrará con su correo electrónico, y de momento sin teléfono.";

/**
 * POST manage-access-request (docs/product/accounts.md): an administrator approves or rejects a
 * pending request. The database checks permissions and which of two decisions came first; its
 * business errors are passed on. Returns `{success}`, with a `notice` if the account was opened
 * without the requested phone.
 */
const manageAccessRequest: ServerFunction = async (request, { asCaller, caller, log }) => {
  if (caller.role === "anon") return fail(NOT_AUTHENTICATED, 401);
  const parsed = await parseBody(request, ManageAccessRequestInput);
  if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? "La solicitud no es válida.");
  const { requestId, status: decision, dealershipId } = parsed.data;

  const { data, error, status } = await asCaller.rpc("decide_access_request", {
    p_request_id: requestId,
    p_status: decision,
    p_dealership_id: dealershipId ?? null,
  });
  if (!error) {
    return Response.json({
      success: true,
      ...(data === "phone_taken" ? { notice: PHONE_TAKEN } : {}),
    });
  }

  if (status === 401) return fail(NOT_SIGNED_IN, 401);
  if (status === 403) return fail(ONLY_ADMIN, 403);
  if (error.code === "P0001") return fail(error.message);
  log.warn({ code: error.code, status }, "access request not decided");
  if (status >= 500) return fail(NOT_AVAILABLE, 503);
  return fail(`No se pudo ${decision === "approved" ? "aprobar" : "rechazar"} la solicitud.`);
};

export default manageAccessRequest;
