import { z } from "zod";
import { Metadata, OptionalText } from "../read-input.ts";

/** Still a time that PostgreSQL and JavaScript know. */
const longestBan = 100 * 365 * 86_400;

const unitSeconds: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** In Go's notation ("1h30m"): the seconds from now, 0 for "none", null where nothing is said. */
export const BanDuration = z
  .string()
  .max(40)
  .regex(/^(none|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)?$/, "invalid format for ban duration")
  .nullish()
  .transform((text) => (text ? Math.min(toSeconds(text), longestBan) : null));

function toSeconds(text: string): number {
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0),
    0,
  );
}

const Flag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);

/** What POST and PUT admin/users share (GoTrue's AdminUserParams). */
const adminUserFields = {
  email: OptionalText,
  phone: OptionalText,
  password: OptionalText,
  email_confirm: Flag,
  phone_confirm: Flag,
  user_metadata: Metadata,
  app_metadata: Metadata,
  ban_duration: BanDuration,
  /** A token for any other role would pass row security by. */
  role: z.literal("authenticated").nullish(),
};

/** Body of POST admin/users. */
export const CreateUserInput = z
  .object({
    ...adminUserFields,
    id: z.uuid().nullish(),
    password_hash: OptionalText.refine(
      (hash) => /^(\$2[aby]\$(0[4-9]|1\d|2\d|3[01])\$[./A-Za-z0-9]{53})?$/.test(hash),
      "must be a bcrypt hash",
    ),
  })
  .refine(
    ({ email, phone }) => email !== "" || phone !== "",
    "Cannot create a user without either an email or phone",
  )
  .refine(
    ({ password, password_hash }) => password === "" || password_hash === "",
    "Only a password or a password hash should be provided",
  );
export type CreateUserInput = z.output<typeof CreateUserInput>;

/** Body of PUT admin/users/:id. */
export const ChangeUserInput = z.object(adminUserFields);
export type ChangeUserInput = z.output<typeof ChangeUserInput>;
