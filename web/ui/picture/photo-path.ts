let lastTimestamp = 0;

/**
 * A photo's storage path: {ownerId}/{timestamp}-{filename} (docs/product/photos.md). Keeps only
 * characters that a storage key allows. Timestamps are unique within a page, because iPhones call
 * every photo image.jpg.
 */
export function photoPath(ownerId: string, filename: string, now: number = Date.now()): string {
  lastTimestamp = Math.max(now, lastTimestamp + 1);
  return `${ownerId}/${lastTimestamp}-${storageName(filename)}`;
}

function storageName(filename: string): string {
  const plain = filename
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+/, "")
    .slice(-80);
  return plain || "foto.jpg";
}
