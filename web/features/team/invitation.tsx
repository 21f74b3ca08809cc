import { Copy, Share2 } from "lucide-react";
import { whatsappAddress } from "#contract/whatsapp-address.ts";
import { usePublicConfig } from "#web/api/public-config.ts";
import { displayName } from "#web/session/session-user.ts";
import { useActiveUser } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { describeInvitation, invitationMessages } from "./messages.ts";
import { contactOf, type TeamMember } from "./team-member.ts";

/** After an account was made: the way to tell its person, who does not know of it yet. */
export function Invitation({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  return (
    <Notice variant="success" title={`Invita a ${displayName(member)}`} className="mb-5">
      <p>{invitationMessages.explanation}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <InviteButtons member={member} />
        <Button variant="ghost" onClick={onClose}>
          Listo
        </Button>
      </div>
    </Notice>
  );
}

/**
 * 'Invitar por WhatsApp', at the number of the account or else of the card; without one the
 * device's own way to share, or the clipboard. The text never holds the password.
 */
export function InviteButtons({ member }: { member: TeamMember }) {
  const { siteUrl } = usePublicConfig();
  const dealership = useActiveUser();
  const text = describeInvitation({
    name: displayName(member),
    dealership: dealership.config?.profile?.name || displayName(dealership),
    address: `${siteUrl}/login`,
    identifier: member.email || (member.phone ? `+${member.phone}` : ""),
  });
  const { whatsapp, phone } = contactOf(member);
  const number = member.phone || whatsapp || phone || "";
  if (/\d/.test(number)) {
    return (
      <a
        href={whatsappAddress(number, text)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyles({ variant: "whatsapp" })}
      >
        <WhatsappIcon className="size-5" />
        Invitar por WhatsApp
      </a>
    );
  }
  const canShare = typeof navigator.share === "function";
  return (
    <Button variant="outline" onClick={() => (canShare ? share(text) : copy(text))}>
      {canShare ? <Share2 aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {canShare ? "Compartir invitación" : "Copiar invitación"}
    </Button>
  );
}

async function share(text: string): Promise<void> {
  await navigator.share({ text }).catch((failure: unknown) => {
    const isChangeOfMind = failure instanceof DOMException && failure.name === "AbortError";
    return isChangeOfMind ? undefined : copy(text);
  });
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ ...invitationMessages.copied, variant: "success" });
  } catch {
    toast({ ...invitationMessages.copyFailed, variant: "destructive" });
  }
}
