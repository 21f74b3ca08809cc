import { toast } from "#web/ui/states/toast.ts";
import { adminMessages } from "../admin-messages.ts";

/** Tells an admin why nothing happens to their own account (product section 5). */
export function refuseOnOwnAccount(act: "delete" | "deactivate" | "impersonate"): void {
  const { title, [act]: description } = adminMessages.ownAccount;
  toast({ title, description, variant: "destructive" });
}
