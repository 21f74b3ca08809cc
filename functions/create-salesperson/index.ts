import { CreateSalespersonInput } from "#contract/accounts/account-inputs.ts";
import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import { answerAccountWrite, refuse, refuseInput } from "../answer-account-write.ts";
import { fail, parseBody, type ServerFunction } from "../server-function.ts";

const wording = {
  forbidden: "Solo un concesionario puede añadir vendedores a su equipo.",
  failed: "No se pudo crear el vendedor.",
  fields: { email: "email", phone: "phone", password: "password", full_name: "fullName" },
};

/**
 * POST create-salesperson (docs/product/roles.md): a dealership adds an active salesperson to its
 * own team; an administrator does so for the impersonated dealership. The database checks
 * permissions. Returns `{success, userId}`.
 */
const createSalesperson: ServerFunction = async (request, { asCaller, caller, services, log }) => {
  if (caller.role === "anon") return fail(NOT_AUTHENTICATED, 401);
  const parsed = await parseBody(request, CreateSalespersonInput);
  if (!parsed.success) return refuseInput(parsed.error, wording);
  const input = parsed.data;
  const phone = input.phone && services.normalizePhone(input.phone);
  if (input.phone && !phone) return refuse("El teléfono no es válido.", "phone");

  const written = await asCaller.rpc("create_salesperson", {
    p_email: input.email,
    p_password: input.password,
    p_full_name: input.fullName,
    p_phone: phone,
  });
  return answerAccountWrite(written, wording, log);
};

export default createSalesperson;
