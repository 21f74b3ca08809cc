/** What the preview of a link shows of a vehicle. */
type Previewed = { price: string | null; status: string; cover: string | null | undefined };

/**
 * The address of a page or picture with a mark of what is shown there, which is another one once
 * price, state or cover are: WhatsApp and Facebook keep what they have seen by its address. Page
 * and picture are the same under every mark, and under none.
 */
export function previewAddress(address: string, vehicles: Previewed[]): string {
  const shown = vehicles.map(({ price, status, cover }) => [price, status, cover ?? null]);
  return `${address}${address.includes("?") ? "&" : "?"}v=${markOf(JSON.stringify(shown))}`;
}

/** FNV-1a. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
