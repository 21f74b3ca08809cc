import type { PageStorage } from "#web/device-storage.ts";
import { Profile } from "../session-user.ts";

/** Begins the name of everything unsaved that this tab keeps for its person. */
export const draftPrefix = "vitrina-draft:";

const ownerKey = "vitrina-person";

/** Says whose tab it is from now on: what it kept for somebody else goes. */
export function claimTab(storage: PageStorage, userId: string): void {
  const before = storage.getItem(ownerKey);
  if (before !== null && before !== userId) forgetTab(storage);
  storage.setItem(ownerKey, userId);
}

/** Forgets what this tab keeps for its person: unsaved words, and for whom they acted. */
export function forgetTab(storage: PageStorage): void {
  writeImpersonation(storage, null);
  for (const key of storage.listKeys()) if (key.startsWith(draftPrefix)) storage.removeItem(key);
  storage.removeItem(ownerKey);
}

/** Where the impersonated account is kept (docs/product/admin.md). */
const IMPERSONATION_KEY = "impersonatedUser";

/** The stored impersonated account; null if there is none or it cannot be read. */
export function readImpersonation(storage: PageStorage): Profile | null {
  try {
    const parsed = Profile.safeParse(JSON.parse(storage.getItem(IMPERSONATION_KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Stores the impersonated account for this tab, or removes it. */
export function writeImpersonation(storage: PageStorage, profile: Profile | null): void {
  if (profile) storage.setItem(IMPERSONATION_KEY, JSON.stringify(profile));
  else storage.removeItem(IMPERSONATION_KEY);
}
