import { z } from "zod";
import { NewPassword } from "./access-request.ts";
import { NewEmail } from "./change-email.ts";
import { FullName, TypedPhone } from "./create-user.ts";

/** The body of the server function create-salesperson, and its form (product sections 5 and 7). */
export const CreateSalespersonInput = z.object({
  fullName: FullName,
  email: NewEmail,
  phone: TypedPhone,
  password: NewPassword,
});
export type CreateSalespersonInput = z.output<typeof CreateSalespersonInput>;
/** The form's values while they are typed. */
export type CreateSalespersonForm = z.input<typeof CreateSalespersonInput>;
