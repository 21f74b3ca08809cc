/** The drawn picture for a vehicle without photos, or whose photo is missing. */
export const FALLBACK_IMAGE = "/vehicle-fallback.svg";
