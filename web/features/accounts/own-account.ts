import { toast } from "#web/ui/toast.ts";
import { adminMessages } from "./admin-messages.ts";

/** Tells an admin why nothing happens to their own account (spec section 5). */
export function refuseOnOwnAccount(): void {
  toast({ ...adminMessages.ownAccount, variant: "destructive" });
}
