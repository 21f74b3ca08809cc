import { z } from "zod";
import { NewPassword } from "./access-request.ts";
import { NewEmailOrNone } from "./change-email.ts";
import { AccountRole, FullName } from "./create-user.ts";

/**
 * The administrator's form over an account (product section 2, /admin/user/edit). An account that
 * signs in by phone has no e-mail.
 */
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
