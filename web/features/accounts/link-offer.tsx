import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { type LinkSession, takeOfferedLink } from "#web/session/link-session.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/alert-dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { accountMessages } from "./messages.ts";

/** Asks before a mail's link signs somebody in over the person who is signed in here. */
export function LinkOffer() {
  const { state, replaceSession } = useAuth();
  const navigate = useNavigate();
  const [link, setLink] = useState<LinkSession | null>(null);
  const [isPending, setPending] = useState(false);
  useEffect(() => setLink((known) => known ?? takeOfferedLink()), []);

  const accept = useCallback(
    async (accepted: LinkSession) => {
      setPending(true);
      const isReplaced = await replaceSession(accepted);
      setPending(false);
      setLink(null);
      if (!isReplaced) toast({ ...accountMessages.linkOffer.failed, variant: "destructive" });
      else navigate(leadsTo[accepted.type] ?? "/dashboard", { replace: true });
    },
    [replaceSession, navigate],
  );

  const isNobodyHere = state.status === "anonymous";
  useEffect(() => {
    if (link && isNobodyHere) void accept(link);
  }, [link, isNobodyHere, accept]);

  if (!link || isNobodyHere || state.status === "loading") return null;
  const here = state.status === "signed-in" ? displayName(state.user) : "otra persona";
  const { title, text, confirm, keep } = accountMessages.linkOffer;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && setLink(null)}
      title={title}
      description={text(here, link.name)}
      confirmLabel={confirm}
      cancelLabel={keep(here)}
      pending={isPending}
      onConfirm={() => void accept(link)}
    />
  );
}

const leadsTo: Record<string, string> = {
  recovery: "/update-password",
  invite: "/update-password",
};
