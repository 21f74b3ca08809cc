import { ACCESS_REQUEST_FAILED, AccessRequestInput } from "#contract/accounts/access-request.ts";
import { splitExtension } from "#contract/text/call-address.ts";
import { fail, NOT_AVAILABLE, parseBody, type ServerFunction } from "../server-function.ts";

const PHONE_INVALID = "El número de teléfono no es válido.";
const TOO_MANY = "Demasiados intentos. Espera un momento e inténtalo de nuevo.";

/**
 * POST request-access (docs/product/accounts.md): creates account, inactive profile, pending
 * request and verification mail in one transaction. A known address gets the same response as a new
 * one; only its owner learns more, by mail.
 */
const requestAccess: ServerFunction = async (request, { asService, caller, services, log }) => {
  const parsed = await parseBody(request, AccessRequestInput);
  if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? ACCESS_REQUEST_FAILED);
  const input = parsed.data;
  const { number, extension } = splitExtension(input.phone);
  const phone = services.normalizePhone(number);
  if (!phone) return fail(PHONE_INVALID);

  const { error, status } = await asService.rpc("submit_access_request", {
    p_name: input.name,
    p_phone: phone,
    p_email: input.email,
    p_account_type: input.account_type,
    p_message: withExtension(input.message, extension),
    p_password: input.password,
    p_caller_id: caller.id,
  });
  if (!error) return Response.json({ success: true });

  if (status === 429) return fail(TOO_MANY, 429);
  log.warn({ code: error.code, status }, "access request not stored");
  return status >= 500 ? fail(NOT_AVAILABLE, 503) : fail(ACCESS_REQUEST_FAILED);
};

/** The stored phone has no extension, so it is added to the message for the reviewer. */
function withExtension(message: string | null, extension: string | undefined): string | null {
  if (!extension) return message;
  return [message, `Extensión del teléfono: ${extension}`]
    .filter(Boolean)
    .join("\n")
    .slice(0, 2_000);
}

export default requestAccess;
