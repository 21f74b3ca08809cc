import { ProfileRefusal, type ProfileSettings } from "#contract/accounts/settings.ts";
import { withCause } from "#web/api/failure-notice.ts";
import { settingsMessages } from "./messages.ts";
import type { SaveOutcome } from "./save-profile.ts";

const { saveFailed, slugTaken, slugReserved, slugFormat, domainInvalid, domainOfPlatform } =
  settingsMessages;

/** The notice of a rejected save, and the form field that it belongs to. */
export type SaveFailure = {
  notice: { title: string; description: string };
  field?: { name: keyof ProfileSettings; message: string };
};

type Refusal = Extract<SaveOutcome, { saved: false }>["error"];

const failures: Record<ProfileRefusal, SaveFailure> = {
  slug_taken: atField("public_slug", slugTaken.description, slugTaken),
  slug_reserved: atField("public_slug", slugReserved),
  slug_format: atField("public_slug", slugFormat),
  domain_invalid: atField("custom_domain", domainInvalid),
  domain_of_platform: atField("custom_domain", domainOfPlatform),
  page_forbidden: {
    notice: { title: saveFailed.description, description: settingsMessages.pageForbidden },
  },
};

/** Describes a rejected save by the code in its hint; any other failure is the general one. */
export function describeSaveFailure(error: Refusal): SaveFailure {
  const code = ProfileRefusal.safeParse(error?.hint);
  return code.success ? failures[code.data] : { notice: withCause(saveFailed, error) };
}

function atField(
  name: keyof ProfileSettings,
  message: string,
  notice: SaveFailure["notice"] = saveFailed,
): SaveFailure {
  return { notice, field: { name, message } };
}
