import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { usePublicConfig } from "#web/api/site-config.ts";
import {
  consumePendingLink,
  findLinkOwner,
  type LinkSession,
} from "#web/session/links/link-session.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { accountMessages } from "../messages.ts";

type Offer = LinkSession & { id: string; name: string };

/** Asks before a mail's link replaces the current session with another person's. */
export function LinkOffer() {
  const { state, replaceSession } = useAuth();
  const { anonKey } = usePublicConfig();
  const navigate = useNavigate();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [isPending, setPending] = useState(false);
  const isChecked = state.status !== "loading";
  const { title, text, confirm, keep, failed } = accountMessages.linkOffer;

  const refuse = useCallback(() => toast({ ...failed, variant: "destructive" }), [failed]);
  useEffect(() => {
    const link = isChecked ? consumePendingLink() : null;
    if (!link) return;
    findLinkOwner(link, anonKey).then((person) => {
      if (person) setOffer({ ...link, ...person });
      else refuse();
    });
  }, [isChecked, anonKey, refuse]);

  async function accept(accepted: Offer) {
    setPending(true);
    const isReplaced = await replaceSession(accepted);
    setPending(false);
    setOffer(null);
    if (isReplaced) navigate(leadsTo[accepted.type] ?? "/dashboard", { replace: true });
    else refuse();
  }

  if (!offer) return null;
  const here = state.status === "signed-in" ? displayName(state.user) : "otra persona";
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && setOffer(null)}
      title={title}
      description={text(here, offer.name)}
      confirmLabel={confirm}
      cancelLabel={keep(here)}
      pending={isPending}
      onConfirm={() => void accept(offer)}
    />
  );
}

const leadsTo: Record<string, string> = {
  recovery: "/update-password",
  invite: "/update-password",
};
