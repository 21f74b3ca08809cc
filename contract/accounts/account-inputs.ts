import { z } from "zod";
import { cleanLine } from "../text/clean-line.ts";
import { asciiEmail } from "../text/email-address.ts";
import { NewPassword } from "./access-request.ts";

/** The roles that an administrator gives (docs/product/accounts.md); vendedor is the default. */
export const AccountRole = z.enum(["vendedor", "concesionario", "admin"], {
  error: "El rol no es válido.",
});
export type AccountRole = z.infer<typeof AccountRole>;

/** What nobody types as a name; PostgreSQL cannot keep some of it. */
const notInNames = /[\p{Cc}\p{Surrogate}<>]/u;

/** The name of a person or a dealership. The database refuses the same (private.read_full_name). */
export const FullName = z
  .string({ error: "Escribe el nombre completo." })
  .overwrite(cleanLine)
  .min(1, { error: "Escribe el nombre completo." })
  .max(120, { error: "El nombre puede tener como máximo 120 caracteres." })
  .refine((name) => !notInNames.test(name), {
    error: "El nombre contiene caracteres que no se admiten.",
  });

/**
 * A phone as it is typed, null where none is; the function brings it into the form that accounts
 * keep.
 */
const TypedPhone = z
  .string({ error: "El teléfono no es válido." })
  .overwrite(cleanLine)
  .max(40, { error: "El teléfono no es válido." })
  .nullish()
  .transform((phone) => phone || null);

const EMAIL_MISSING = "Escribe el correo electrónico.";
const EMAIL_INVALID = "El correo electrónico no es válido.";

/**
 * Another person's e-mail, as accounts keep it. The database refuses the same (private.read_email).
 */
export const NewEmail = z
  .string({ error: EMAIL_MISSING })
  .overwrite(asciiEmail)
  .toLowerCase()
  .min(1, { error: EMAIL_MISSING })
  .max(254, { error: EMAIL_INVALID })
  .pipe(z.email({ error: EMAIL_INVALID }));

/** The same where there may be none, which is "". */
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
  /** The dealership that a vendedor joins at once; without a meaning for the other roles. */
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
 * The administrator's form: one identifier, which is an e-mail if it has an "@". Gives the body.
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
/** The form's values while they are typed. */
export type CreateUserForm = z.input<typeof CreateUserForm>;

/** The administrator's form over an account. An account that signs in by phone has no e-mail. */
export const EditUserForm = z.object({
  fullName: FullName,
  email: NewEmailOrNone,
  role: AccountRole,
  isActive: z.boolean(),
  dealershipId: z.guid({ error: "El concesionario no es válido." }).or(z.literal("")),
  canAddVehicles: z.boolean(),
  canEditPublicPage: z.boolean(),
  /** Left empty, the password stays. */
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
/** The form's values while they are typed. */
export type CreateSalespersonForm = z.input<typeof CreateSalespersonInput>;

/** The title over every refusal of a password in the forms of administrators and dealers. */
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
 * The body of a refused account write: a Spanish sentence, and the key of the request's body that
 * it is about, if any.
 */
export const AccountFailure = z.object({ error: z.string(), field: z.string().optional() });
export type AccountFailure = z.infer<typeof AccountFailure>;
