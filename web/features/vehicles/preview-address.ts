/** The fields that a link preview shows. */
type PreviewFields = { price: string | null; status: string; cover: string | null | undefined };

/**
 * Adds a hash of price, status and cover to a URL, because WhatsApp and Facebook cache previews by
 * URL. The page ignores it.
 */
export function previewAddress(address: string, vehicles: PreviewFields[]): string {
  const shown = vehicles.map(({ price, status, cover }) => [price, status, cover ?? null]);
  return `${address}${address.includes("?") ? "&" : "?"}v=${hashOf(JSON.stringify(shown))}`;
}

/** FNV-1a. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
