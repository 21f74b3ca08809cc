/** The drawn picture for a vehicle without photos, or whose photo is missing (decisions "Status words"). */
export const FALLBACK_IMAGE = "/vehicle-fallback.svg";
