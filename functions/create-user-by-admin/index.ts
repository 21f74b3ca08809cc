import { CreateUserInput } from "#contract/accounts/account-inputs.ts";
import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import { answerAccountWrite, refuse, refuseInput } from "../answer-account-write.ts";
import { fail, parseBody, type ServerFunction } from "../server-function.ts";

const wording = {
  forbidden: "Solo un administrador puede crear cuentas.",
  failed: "No se pudo crear la cuenta.",
  fields: {
    email: "email",
    phone: "phone",
    password: "password",
    full_name: "fullName",
    role: "role",
    dealership: "dealershipId",
  },
};

/**
 * POST create-user-by-admin (docs/product/roles.md): an administrator creates an active account
 * with any role, for an email, a phone or both; `dealershipId` adds a salesperson to a team. The
 * database checks permissions. Returns `{success, userId}`.
 */
const createUserByAdmin: ServerFunction = async (request, { asCaller, caller, services, log }) => {
  if (caller.role === "anon") return fail(NOT_AUTHENTICATED, 401);
  const parsed = await parseBody(request, CreateUserInput);
  if (!parsed.success) return refuseInput(parsed.error, wording);
  const input = parsed.data;
  const phone = input.phone && services.normalizePhone(input.phone);
  if (input.phone && !phone) return refuse("El teléfono no es válido.", "phone");

  const written = await asCaller.rpc("create_user_by_admin", {
    p_password: input.password,
    p_full_name: input.fullName,
    p_role: input.role,
    p_email: input.email,
    p_phone: phone,
    p_dealership_id: input.dealershipId,
  });
  return answerAccountWrite(written, wording, log);
};

export default createUserByAdmin;
