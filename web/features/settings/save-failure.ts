import type { ProfileSettings } from "#contract/accounts/settings.ts";
import { withCause } from "#web/api/failure-notice.ts";
import { ownSentence } from "#web/api/server-sentence.ts";
import { settingsMessages } from "./messages.ts";
import type { SaveOutcome } from "./save-profile.ts";

const { saveFailed, slugTaken, pageForbidden } = settingsMessages;

/** What a refused save says, and at which field of the form. */
export type SaveFailure = {
  notice: { title: string; description: string };
  field?: { name: keyof ProfileSettings; message: string };
};

type Refusal = Extract<SaveOutcome, { saved: false }>["error"];

const constraints: [pattern: RegExp, name: keyof ProfileSettings, message: string][] = [
  [/profiles_public_slug_key/, "public_slug", slugTaken.description],
  [/Esta palabra está reservada/, "public_slug", settingsMessages.slugReserved],
  [/profiles_public_slug_format/, "public_slug", settingsMessages.slugFormat],
  [/profiles_custom_domain_host/, "custom_domain", settingsMessages.domainInvalid],
];

/**
 * Reads PostgreSQL's refusal: a broken constraint (23505, 23514) lands at its field, a sentence
 * that the database itself writes for people is kept, anything else is the one general failure
 * (docs/product/settings.md).
 */
export function describeSaveFailure(error: Refusal): SaveFailure {
  const found = constraints.find(([pattern]) => pattern.test(error?.message ?? ""));
  if (found) {
    const [pattern, name, message] = found;
    const isTaken = pattern.source === "profiles_public_slug_key";
    return { notice: isTaken ? slugTaken : saveFailed, field: { name, message } };
  }
  const sentence = ownSentence(error);
  if (error?.code === "23514" && sentence) {
    return { notice: saveFailed, field: { name: "custom_domain", message: sentence } };
  }
  if (sentence === pageForbidden) {
    return { notice: { title: saveFailed.description, description: pageForbidden } };
  }
  return { notice: withCause(saveFailed, error) };
}
