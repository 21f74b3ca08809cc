import { toast } from "#web/ui/states/toast.ts";
import { factorMessages } from "./messages.ts";

/** Copies a secret or codes to the clipboard and shows a notice. */
export async function copyText(
  text: string,
  note: string = factorMessages.copied.description,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ ...factorMessages.copied, description: note, variant: "success" });
  } catch {
    toast({ ...factorMessages.copyFailed, variant: "destructive" });
  }
}
