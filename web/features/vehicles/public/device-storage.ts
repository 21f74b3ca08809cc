/**
 * What this device keeps for the site, or null where the visitor's browser forbids it: there the
 * mere mention of `localStorage` throws.
 */
export function deviceStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
