import { z } from "zod";

const EMAIL_MISSING = "Escribe el correo electrónico.";
const EMAIL_INVALID = "El correo electrónico no es válido.";

/**
 * Another person's e-mail, as accounts keep it. The database refuses the same (private.read_email).
 */
export const NewEmail = z
  .string({ error: EMAIL_MISSING })
  .trim()
  .toLowerCase()
  .min(1, { error: EMAIL_MISSING })
  .max(254, { error: EMAIL_INVALID })
  .pipe(z.email({ error: EMAIL_INVALID }));

/** The same where there may be none, which is "". */
export const NewEmailOrNone = z
  .string({ error: EMAIL_MISSING })
  .trim()
  .pipe(z.union([z.literal(""), NewEmail], { error: EMAIL_INVALID }));

/** The body of the server function update-user-email-by-admin (product section 7). */
export const ChangeEmailInput = z.object({
  userId: z.guid({ error: "El usuario no es válido." }),
  newEmail: NewEmail,
});
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;
