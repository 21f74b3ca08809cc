import type { PageStorage } from "#web/device-storage.ts";
import { Profile } from "../session-user.ts";

/** Key prefix of unsaved input in this tab's storage. */
export const draftPrefix = "vitrina-draft:";

const ownerKey = "vitrina-person";

/** Assigns the tab's storage to a person, and removes the data of any other. */
export function claimTab(storage: PageStorage, userId: string): void {
  const before = storage.getItem(ownerKey);
  if (before !== null && before !== userId) clearTab(storage);
  storage.setItem(ownerKey, userId);
}

/** Removes the person's data from this tab: unsaved input and the impersonation. */
export function clearTab(storage: PageStorage): void {
  writeImpersonation(storage, null);
  for (const key of storage.listKeys()) if (key.startsWith(draftPrefix)) storage.removeItem(key);
  storage.removeItem(ownerKey);
}

/** Storage key of the impersonated account (docs/product/admin.md). */
const IMPERSONATION_KEY = "impersonatedUser";

/** Returns null if none is stored or it cannot be parsed. */
export function readImpersonation(storage: PageStorage): Profile | null {
  try {
    const parsed = Profile.safeParse(JSON.parse(storage.getItem(IMPERSONATION_KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Null removes it. */
export function writeImpersonation(storage: PageStorage, profile: Profile | null): void {
  if (profile) storage.setItem(IMPERSONATION_KEY, JSON.stringify(profile));
  else storage.removeItem(IMPERSONATION_KEY);
}
