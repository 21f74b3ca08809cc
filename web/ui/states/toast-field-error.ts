import { toast } from "./toast.ts";

/** Shows a field's error as a notice, with its own message or the given fallback. */
export function toastFieldError(
  error: { message?: string } | undefined,
  notice: { title: string; description: string },
): void {
  if (!error) return;
  const description = error.message ?? notice.description;
  toast({ ...notice, description, variant: "destructive" });
}
