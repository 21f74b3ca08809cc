import { z } from "zod";
import { NewPassword } from "#contract/accounts/access-request.ts";
import { FullName, NewEmail, NewEmailOrNone } from "#contract/accounts/account-inputs.ts";
import type { TeamMember } from "../team-member.ts";

const MAX_NUMBER_LENGTH = 40;
/** As in Settings: shorter numbers cannot include a country code. */
const MIN_DIGITS = 8;

const Phone = z.string().trim().max(MAX_NUMBER_LENGTH, { error: "El teléfono no es válido." });

const Whatsapp = z
  .string()
  .trim()
  .max(MAX_NUMBER_LENGTH, { error: "El número de WhatsApp no es válido." })
  .refine((text) => text === "" || text.replace(/\D/g, "").length >= MIN_DIGITS, {
    error: "Escribe el número con el prefijo de tu país.",
  });

const fields = {
  fullName: FullName,
  /** URL of the portrait, or "". */
  logo: z.string(),
  phone: Phone,
  whatsapp: Whatsapp,
  email: NewEmail,
  password: z.literal("").or(NewPassword),
};

/** Form values of a salesperson (docs/product/team.md); an empty password means no change. */
export const SalespersonInput = z.object(fields);
/** As above for an account without an e-mail, which stays optional. */
export const SalespersonWithoutEmailInput = z.object({
  ...fields,
  email: NewEmailOrNone,
});
export type SalespersonInput = z.output<typeof SalespersonInput>;

/** Form values of a stored salesperson. */
export function salespersonInputOf({ full_name, email, config }: TeamMember): SalespersonInput {
  return {
    fullName: full_name ?? "",
    logo: config?.profile?.logo ?? "",
    phone: config?.profile?.phone ?? "",
    whatsapp: config?.profile?.whatsapp ?? "",
    email: email ?? "",
    password: "",
  };
}

/** Differences grouped by write; absent if a write is not needed. */
export type SalespersonChanges = {
  profile?: { fullName?: string; logo?: string; phone?: string; whatsapp?: string };
  email?: string;
  password?: string;
};

/** Compares the form with the stored values. */
export function changesOf(stored: SalespersonInput, input: SalespersonInput): SalespersonChanges {
  const profile = {
    ...(input.fullName !== stored.fullName && { fullName: input.fullName }),
    ...(input.logo !== stored.logo && { logo: input.logo }),
    ...(input.phone !== stored.phone && { phone: input.phone }),
    ...(input.whatsapp !== stored.whatsapp && { whatsapp: input.whatsapp }),
  };
  return {
    ...(Object.keys(profile).length > 0 && { profile }),
    ...(input.email !== stored.email && { email: input.email }),
    ...(input.password !== "" && { password: input.password }),
  };
}
