import { toast } from "../states/toast.ts";

type CopyOptions = {
  /** Describes the link, in the notice. */
  note?: string | undefined;
  /** A link in the notice. */
  action?: { label: string; href: string } | undefined;
  /** A pending action with its own notice: this one's notice follows it, unless it fails. */
  after?: Promise<unknown> | undefined;
};

/**
 * Copies a link to the clipboard and shows a notice (docs/product/interface.md). Returns whether it
 * worked.
 */
export async function copyLink(address: string, options: CopyOptions = {}): Promise<boolean> {
  const { note = "Ya puedes pegarlo en un mensaje.", action, after } = options;
  // Browsers only allow copying during a user gesture, so this must come before any await.
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

/** Throws without TLS, where there is no clipboard. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
