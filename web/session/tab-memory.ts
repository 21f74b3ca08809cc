import { writeImpersonation } from "./impersonation.ts";

/** Begins the name of everything unsaved that this tab keeps for its person. */
export const draftPrefix = "vitrina-draft:";

const ownerKey = "vitrina-person";

/** Says whose tab it is from now on: what it kept for somebody else goes. */
export function claimTab(storage: Storage, userId: string): void {
  try {
    const before = storage.getItem(ownerKey);
    if (before !== null && before !== userId) forgetTab(storage);
    storage.setItem(ownerKey, userId);
  } catch {
    return;
  }
}

/** Forgets what this tab keeps for its person: unsaved words, and for whom they acted. */
export function forgetTab(storage: Storage): void {
  writeImpersonation(storage, null);
  for (const key of Object.keys(storage)) if (key.startsWith(draftPrefix)) storage.removeItem(key);
  storage.removeItem(ownerKey);
}
