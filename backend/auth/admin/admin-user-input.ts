import { z } from "zod";
import { Metadata } from "../accounts/metadata.ts";
import { OptionalText } from "../sessions/identifier.ts";
import { BanDuration } from "./ban.ts";

const Flag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);

/**
 * What the service may set on an account; POST and PUT admin/users share it (GoTrue's
 * AdminUserParams).
 */
const adminUserFields = {
  email: OptionalText,
  phone: OptionalText,
  password: OptionalText,
  email_confirm: Flag,
  phone_confirm: Flag,
  user_metadata: Metadata,
  app_metadata: Metadata,
  ban_duration: BanDuration,
  /**
   * The database role of a person is always this one: a token for any other would pass row security
   * by.
   */
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
