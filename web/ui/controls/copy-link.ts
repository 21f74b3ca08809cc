import { toast } from "../states/toast.ts";

type CopyOptions = {
  /** What the address leads to. */
  note?: string | undefined;
  /** Where the notice leads on to. */
  action?: { label: string; href: string } | undefined;
  /** Something under way with a notice of its own: ours comes after it, and not if it fails. */
  after?: Promise<unknown> | undefined;
};

/**
 * Copies an address to the clipboard, and says whether that worked (docs/product/interface.md);
 * gives it, too.
 */
export async function copyLink(address: string, options: CopyOptions = {}): Promise<boolean> {
  const { note = "Ya puedes pegarlo en un mensaje.", action, after } = options;
  // Browsers let a page copy only within a press, so this waits for nothing.
  const copying = write(address);
  const [copied, before] = await Promise.allSettled([copying, after]);
  if (before.status === "rejected") return false;
  if (copied.status === "fulfilled") {
    toast({ title: "¡Enlace copiado!", description: note, variant: "success", action });
    return true;
  }
  toast({
    title: "Error al copiar",
    description: "No se pudo copiar el enlace.",
    variant: "destructive",
  });
  return false;
}

/** Where the site has no TLS there is no clipboard either. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
