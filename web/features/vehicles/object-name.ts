import { storedPath } from "./image-rendition.ts";

/** Where a photo lies inside its bucket, for removal: the last two path segments (spec section 7, Storage). */
export function objectName(imageUrl: string): string | null {
  const path = storedPath(imageUrl);
  if (path === null) return null;
  return path.split("/").slice(-2).map(decodeSegment).join("/");
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
