import { toast } from "./toast.ts";

/** Shows a field's error also as a notice: its own message, else the one of the notice. */
export function toastFieldError(
  error: { message?: string } | undefined,
  notice: { title: string; description: string },
): void {
  if (!error) return;
  const description = error.message ?? notice.description;
  toast({ ...notice, description, variant: "destructive" });
}
