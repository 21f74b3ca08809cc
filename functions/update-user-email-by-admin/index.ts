import { ChangeEmailInput } from "#contract/accounts/account-inputs.ts";
import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import { answerAccountWrite, refuseInput } from "../answer-account-write.ts";
import { fail, parseBody, type ServerFunction } from "../server-function.ts";

const wording = {
  forbidden: "No tienes permiso para cambiar el correo electrónico de esta cuenta.",
  failed: "No se pudo cambiar el correo electrónico.",
  fields: { email: "newEmail", user: "userId" },
};

/**
 * POST update-user-email-by-admin (docs/product/roles.md): an administrator changes any account's
 * email, a dealership its own salespeople's. The new address counts as confirmed, and mailed links
 * are invalidated. The database checks permissions. Returns `{success}`.
 */
const updateUserEmailByAdmin: ServerFunction = async (request, { asCaller, caller, log }) => {
  if (caller.role === "anon") return fail(NOT_AUTHENTICATED, 401);
  const parsed = await parseBody(request, ChangeEmailInput);
  if (!parsed.success) return refuseInput(parsed.error, wording);

  const written = await asCaller.rpc("update_user_email_by_admin", {
    p_user_id: parsed.data.userId,
    p_new_email: parsed.data.newEmail,
  });
  return answerAccountWrite(written, wording, log);
};

export default updateUserEmailByAdmin;
