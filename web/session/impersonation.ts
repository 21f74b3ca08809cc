import { Profile } from "./session-user.ts";

/** Where the impersonated account is kept (product section 3). */
const IMPERSONATION_KEY = "impersonatedUser";

/** The stored impersonated account; null if there is none or it cannot be read. */
export function readImpersonation(storage: Storage): Profile | null {
  try {
    const parsed = Profile.safeParse(JSON.parse(storage.getItem(IMPERSONATION_KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Stores the impersonated account for this tab, or removes it. */
export function writeImpersonation(storage: Storage, profile: Profile | null): void {
  if (profile) storage.setItem(IMPERSONATION_KEY, JSON.stringify(profile));
  else storage.removeItem(IMPERSONATION_KEY);
}
