import { ChangePasswordInput } from "#contract/accounts/account-inputs.ts";
import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import { answerAccountWrite, refuseInput } from "../answer-account-write.ts";
import { fail, parseBody, type ServerFunction } from "../server-function.ts";

const wording = {
  forbidden: "No tienes permiso para cambiar la contraseña de esta cuenta.",
  failed: "No se pudo cambiar la contraseña.",
  fields: { password: "newPassword", user: "userId" },
};

/**
 * POST update-user-password-by-admin (docs/product/roles.md): an administrator sets any account's
 * password, a dealership its own salespeople's. The account's other sessions and mailed links end.
 * The database checks permissions. Returns `{success}`.
 */
const updateUserPasswordByAdmin: ServerFunction = async (request, { asCaller, caller, log }) => {
  if (caller.role === "anon") return fail(NOT_AUTHENTICATED, 401);
  const parsed = await parseBody(request, ChangePasswordInput);
  if (!parsed.success) return refuseInput(parsed.error, wording);

  const written = await asCaller.rpc("update_user_password_by_admin", {
    p_user_id: parsed.data.userId,
    p_new_password: parsed.data.newPassword,
  });
  return answerAccountWrite(written, wording, log);
};

export default updateUserPasswordByAdmin;
