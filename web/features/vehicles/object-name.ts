import { storedPath } from "./image-rendition.ts";

/**
 * Where a photo of an owner's vehicle lies inside its bucket, for removal: the last two path
 * segments (product section 7, Storage); null unless it lies in the owner's own folder, since an
 * administrator may remove everybody's.
 */
export function objectName(imageUrl: string, ownerId: string): string | null {
  const path = storedPath(imageUrl);
  if (path === null) return null;
  const [folder, file] = path.split("/").slice(-2).map(decodeSegment);
  return folder === ownerId && file ? `${folder}/${file}` : null;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
