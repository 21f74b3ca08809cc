import { useMutation, useQuery } from "@tanstack/react-query";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { ownMailboxQuery } from "./lead-queries.ts";
import { leadMessages as messages } from "./messages.ts";

/**
 * Tells whoever is mailed no inquiries why, and has the mail sent that changes it
 * (docs/decisions/050). Nothing for an admin who acts for another.
 */
export function MailboxNotice() {
  const { supabase, user, impersonatedUser } = useAuth();
  const isOwn = user !== null && impersonatedUser === null;
  const { data: mailbox } = useQuery({
    ...ownMailboxQuery(supabase, user?.id ?? ""),
    enabled: isOwn,
  });
  if (!isOwn || !mailbox || mailbox.is_proven) return null;
  if (!mailbox.email)
    return <Notice title={messages.noMailbox.title}>{messages.noMailbox.hint}</Notice>;
  return (
    <Notice title={messages.unprovenMailbox.title}>
      <p>{messages.unprovenMailbox.hint(mailbox.email)}</p>
      <SendLinkButton email={mailbox.email} />
    </Notice>
  );
}

function SendLinkButton({ email }: { email: string }) {
  const { supabase } = useAuth();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { error } = await supabase.auth.resend({ type: "signup", email });
      if (error) throw error;
    },
    onSuccess: () => toast({ ...messages.linkSent, variant: "success" }),
    onError: () => toast({ ...messages.linkFailed, variant: "destructive" }),
  });
  return (
    <Button variant="outline" className="mt-2" loading={isPending} onClick={() => mutate()}>
      Confirmar mi correo
    </Button>
  );
}
