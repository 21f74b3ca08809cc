import { z } from "zod";
import { cleanLine } from "../text/clean-line.ts";
import { asciiEmail } from "../text/email-address.ts";
import { NewPassword } from "./access-request.ts";

/** The roles that an administrator can assign (docs/product/accounts.md). Defaults to vendedor. */
export const AccountRole = z.enum(["vendedor", "concesionario", "admin"], {
  error: "El rol no es válido.",
});
export type AccountRole = z.infer<typeof AccountRole>;

/** Characters that a name cannot have; PostgreSQL could not store all of them. */
const notInNames = /[\p{Cc}\p{Surrogate}<>]/u;

/**
 * The name of a person or a dealership. The database applies the same rules
 * (private.read_full_name).
 */
export const FullName = z
  .string({ error: "Escribe el nombre completo." })
  .overwrite(cleanLine)
  .min(1, { error: "Escribe el nombre completo." })
  .max(120, { error: "El nombre puede tener como máximo 120 caracteres." })
  .refine((name) => !notInNames.test(name), {
    error: "El nombre contiene caracteres que no se admiten.",
  });

/** A phone as typed; null for an empty one. The server function normalizes it. */
const TypedPhone = z
  .string({ error: "El teléfono no es válido." })
  .overwrite(cleanLine)
  .max(40, { error: "El teléfono no es válido." })
  .nullish()
  .transform((phone) => phone || null);

const EMAIL_MISSING = "Escribe el correo electrónico.";
const EMAIL_INVALID = "El correo electrónico no es válido.";

/**
 * Another person's e-mail, normalized. The database applies the same rules (private.read_email).
 */
export const NewEmail = z
  .string({ error: EMAIL_MISSING })
  .overwrite(asciiEmail)
  .toLowerCase()
  .min(1, { error: EMAIL_MISSING })
  .max(254, { error: EMAIL_INVALID })
  .pipe(z.email({ error: EMAIL_INVALID }));

/** An e-mail or "". */
export const NewEmailOrNone = z
  .string({ error: EMAIL_MISSING })
  .trim()
  .pipe(z.union([z.literal(""), NewEmail], { error: EMAIL_INVALID }));

const OptionalEmail = z.preprocess(
  (typed) => (typeof typed === "string" && typed.trim() === "" ? null : typed),
  NewEmail.nullish().transform((email) => email ?? null),
);

const account = {
  fullName: FullName,
  password: NewPassword,
  role: AccountRole.default("vendedor"),
  /** The dealership that a vendedor joins. Ignored for other roles. */
  dealershipId: z
    .guid({ error: "El concesionario no es válido." })
    .or(z.literal(""))
    .nullish()
    .transform((id) => id || null),
};

/** The body of the server function create-user-by-admin: e-mail, phone or both. */
export const CreateUserInput = z
  .object({ ...account, email: OptionalEmail, phone: TypedPhone })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    error: "Escribe el correo electrónico o el teléfono.",
    path: ["email"],
  });
export type CreateUserInput = z.output<typeof CreateUserInput>;

/**
 * The administrator's form, with one identifier: an e-mail if it contains "@", else a phone .
 * Parses to the request body.
 */
export const CreateUserForm = z
  .object({
    ...account,
    identifier: z
      .string({ error: "Escribe el correo electrónico o el teléfono." })
      .trim()
      .min(1, { error: "Escribe el correo electrónico o el teléfono." })
      .refine((typed) => !typed.includes("@") || NewEmail.safeParse(typed).success, {
        error: "El correo electrónico no es válido.",
      })
      .refine((typed) => typed.includes("@") || TypedPhone.safeParse(typed).success, {
        error: "El teléfono no es válido.",
      }),
  })
  .transform(({ identifier, ...rest }) =>
    identifier.includes("@") ? { ...rest, email: identifier } : { ...rest, phone: identifier },
  );
/** The form's raw values. */
export type CreateUserForm = z.input<typeof CreateUserForm>;

/**
 * The administrator's form for editing an account. An account that signs in by phone has no e-mail.
 */
export const EditUserForm = z.object({
  fullName: FullName,
  email: NewEmailOrNone,
  role: AccountRole,
  isActive: z.boolean(),
  dealershipId: z.guid({ error: "El concesionario no es válido." }).or(z.literal("")),
  canAddVehicles: z.boolean(),
  canEditPublicPage: z.boolean(),
  /** Empty leaves the password unchanged. */
  newPassword: z.literal("").or(NewPassword),
});
export type EditUserForm = z.output<typeof EditUserForm>;

/** The body of the server function create-salesperson, and its form. */
export const CreateSalespersonInput = z.object({
  fullName: FullName,
  email: NewEmail,
  phone: TypedPhone,
  password: NewPassword,
});
export type CreateSalespersonInput = z.output<typeof CreateSalespersonInput>;
/** The form's raw values. */
export type CreateSalespersonForm = z.input<typeof CreateSalespersonInput>;

/** Title of the notice when a password is rejected in an administrator's or a dealer's form. */
export const WEAK_PASSWORD = "Contraseña débil";

/** The body of the server function update-user-password-by-admin. */
export const ChangePasswordInput = z.object({
  userId: z.guid({ error: "El usuario no es válido." }),
  newPassword: NewPassword,
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/** The body of the server function update-user-email-by-admin. */
export const ChangeEmailInput = z.object({
  userId: z.guid({ error: "El usuario no es válido." }),
  newEmail: NewEmail,
});
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/**
 * The body of a rejected account write: a Spanish sentence, and the key of the request body that it
 * concerns, if any.
 */
export const AccountFailure = z.object({ error: z.string(), field: z.string().optional() });
export type AccountFailure = z.infer<typeof AccountFailure>;
