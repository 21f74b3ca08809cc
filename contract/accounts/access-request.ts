import { z } from "zod";
import { limits } from "../limits.ts";
import { cleanLine, cleanText } from "../text/clean-line.ts";
import { asciiEmail } from "../text/email-address.ts";

/**
 * Account types that visitors can request (docs/product/accounts.md). Only administrators create
 * administrators.
 */
const AccountType = z.enum(["vendedor", "concesionario"], {
  error: "El tipo de cuenta no es válido.",
});

/** Password errors. */
export const PASSWORD_TOO_SHORT = `La contraseña debe tener al menos ${limits.minPasswordLength} caracteres.`;
export const PASSWORDS_DIFFER = "Por favor, verifica que ambas contraseñas sean iguales.";
const CONFIRMATION_MISSING = "Por favor confirma la contraseña.";

/** Fallback error for a failed access request. */
export const ACCESS_REQUEST_FAILED =
  "El correo electrónico ya podría estar en uso. Por favor, inténtalo de nuevo.";

/** Shown at sign-in while the access request is still pending. */
export const REQUEST_UNDER_REVIEW =
  "Tu solicitud está en revisión. Te escribiremos por correo en cuanto puedas entrar.";

/**
 * Characters that PostgreSQL cannot store as text. It would reject the whole request and quote it
 * in its log.
 */
const unstorable = /[\0\p{Surrogate}]/u;

/**
 * A new password, for oneself or for another account. The database applies the same rules
 * (private.hash_password).
 */
export const NewPassword = z
  .string({ error: PASSWORD_TOO_SHORT })
  .refine((password) => [...normalized(password)].length >= limits.minPasswordLength, {
    error: PASSWORD_TOO_SHORT,
  })
  .refine((password) => byteLength(normalized(password)) <= limits.maxPasswordBytes, {
    error: `La contraseña puede tener como máximo ${limits.maxPasswordBytes} caracteres.`,
  })
  .refine((password) => !unstorable.test(password), {
    error: "La contraseña contiene caracteres que no se admiten.",
  });

/** Passwords are stored in NFKC form, so that form's length counts. */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The body of the server function request-access. */
export const AccessRequestInput = z.object({
  name: z
    .string({ error: "Escribe tu nombre." })
    .overwrite(cleanLine)
    .min(1, { error: "Escribe tu nombre." })
    .max(120, { error: "El nombre puede tener como máximo 120 caracteres." })
    .regex(/^[^\p{Cc}\p{Surrogate}<>]*$/u, {
      error: "El nombre contiene caracteres que no se admiten.",
    }),
  phone: z
    .string({ error: "Escribe tu teléfono." })
    .overwrite(cleanLine)
    .min(1, { error: "Escribe tu teléfono." })
    .max(40, { error: "El teléfono no es válido." }),
  email: z
    .string({ error: "Escribe tu correo electrónico." })
    .overwrite(asciiEmail)
    .toLowerCase()
    .min(1, { error: "Escribe tu correo electrónico." })
    .max(254, { error: "El correo electrónico no es válido." })
    .pipe(z.email({ error: "El correo electrónico no es válido." })),
  account_type: AccountType.default("vendedor"),
  message: z
    .string()
    .overwrite(cleanText)
    .max(2000, { error: "El mensaje puede tener como máximo 2000 caracteres." })
    .refine((text) => !unstorable.test(text), {
      error: "El mensaje contiene caracteres que no se admiten.",
    })
    .nullish()
    .transform((text) => text || null),
  password: NewPassword,
});
export type AccessRequestInput = z.output<typeof AccessRequestInput>;

/**
 * The request-access form: the request body plus a confirmation of the password. A mismatch is
 * reported together with the other errors.
 */
export const AccessRequestForm = AccessRequestInput.extend({
  confirmPassword: z
    .string({ error: CONFIRMATION_MISSING })
    .min(1, { error: CONFIRMATION_MISSING }),
}).refine((form) => form.password === form.confirmPassword, {
  error: PASSWORDS_DIFFER,
  path: ["confirmPassword"],
  when: ({ value }) => z.object({ confirmPassword: z.string().min(1) }).safeParse(value).success,
});
/** The form's raw values. */
export type AccessRequestForm = z.input<typeof AccessRequestForm>;

/** A row of public.access_requests as an administrator reads it. */
export const AccessRequest = z.object({
  id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  account_type: AccountType,
  message: z.string().nullable(),
  status: z.enum(["pending", "approved", "rejected"]),
  created_at: z.string(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/**
 * The body of the server function manage-access-request. `dealershipId` is the dealership that an
 * approved vendedor joins.
 */
export const ManageAccessRequestInput = z.object({
  requestId: z.uuid({ error: "La solicitud no es válida." }),
  status: z.enum(["approved", "rejected"], { error: "La decisión no es válida." }),
  dealershipId: z.uuid({ error: "El concesionario no es válido." }).nullish(),
});
/** Its response. `notice` tells the administrator what else to know about the decision. */
export const ManageAccessRequestAnswer = z.object({ notice: z.string().optional() });

export type ManageAccessRequestInput = z.infer<typeof ManageAccessRequestInput>;
