import { z } from "zod";
import { NewPassword } from "./access-request.ts";

/**
 * The title over every refusal of a password in the forms of administrators and dealers (product
 * section 5).
 */
export const WEAK_PASSWORD = "Contraseña débil";

/** The body of the server function update-user-password-by-admin (product sections 5 and 7). */
export const ChangePasswordInput = z.object({
  userId: z.guid({ error: "El usuario no es válido." }),
  newPassword: NewPassword,
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;
