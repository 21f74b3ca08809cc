import { toast } from "../states/toast.ts";

/**
 * Copies an address to the clipboard; says whether that worked, and a note about what it leads to
 * if there is one (product section 8, Public).
 */
export async function copyLink(
  address: string,
  note = "Ya puedes pegarlo en un mensaje.",
): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: "¡Enlace copiado!", description: note, variant: "success" });
  } catch {
    toast({
      title: "Error al copiar",
      description: "No se pudo copiar el enlace.",
      variant: "destructive",
    });
  }
}
