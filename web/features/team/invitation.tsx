import { Copy, Share2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatAccountPhone } from "#contract/text/format-phone.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import { whatsappNumber } from "#web/api/phone-number.ts";
import { usePublicConfig } from "#web/api/site-config.ts";
import { useCountry } from "#web/session/dealership/use-country.ts";
import { displayName } from "#web/session/session-user.ts";
import { useActiveUser } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { type ButtonVariants, buttonStyles } from "#web/ui/controls/button-styles.ts";
import { BottomSheet } from "#web/ui/frame/bottom-sheet.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { type CopyMessages, describeInvitation, invitationMessages } from "./messages.ts";
import { salespersonContact, type TeamMember } from "./team-member.ts";

type InvitationProps = { member: TeamMember; password: string; onClose: () => void };

/**
 * After creating an account: buttons to invite the person, and the password, to be passed on
 * separately.
 */
export function Invitation({ member, password, onClose }: InvitationProps) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    actions.current?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  }, []);
  return (
    <BottomSheet
      title={`Invita a ${displayName(member)}`}
      description={invitationMessages.explanation}
      onClose={onClose}
    >
      <div ref={actions} className="grid gap-2">
        <InviteButtons member={member} size="lg" />
        <div className="grid grid-cols-2 gap-2">
          <Button variant="outline" onClick={() => copy(password, invitationMessages.password)}>
            <Copy aria-hidden="true" />
            Copiar contraseña
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Listo
          </Button>
        </div>
        <p className="text-center text-muted-foreground text-sm">
          Contraseña: <code className="select-all font-semibold text-foreground">{password}</code>
        </p>
      </div>
    </BottomSheet>
  );
}

/**
 * 'Invitar por WhatsApp' to the account's or the card's number; without one the share sheet or the
 * clipboard. The text never contains the password.
 */
export function InviteButtons(props: { member: TeamMember; size?: ButtonVariants["size"] }) {
  const { member, size } = props;
  const { siteUrl } = usePublicConfig();
  const dealership = useActiveUser();
  const text = describeInvitation({
    name: displayName(member),
    dealership: dealership.config?.profile?.name || displayName(dealership),
    address: `${siteUrl}/login`,
    identifier: member.email || formatAccountPhone(member.phone ?? ""),
  });
  const { whatsapp, phone } = salespersonContact(member);
  const country = useCountry();
  const typed = whatsapp || phone || undefined;
  const number = member.phone || whatsappNumber(typed, country);
  if (number) {
    return (
      <a
        href={whatsappAddress(number, text)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyles({ variant: "whatsapp", size })}
      >
        <WhatsappIcon className="size-5" />
        Invitar por WhatsApp
      </a>
    );
  }
  const canShare = typeof navigator.share === "function";
  return (
    <Button
      variant="outline"
      size={size}
      icon={canShare ? <Share2 aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => (canShare ? share(text) : copyInvitation(text))}
    >
      {canShare ? "Compartir invitación" : "Copiar invitación"}
    </Button>
  );
}

async function share(text: string): Promise<void> {
  await navigator.share({ text }).catch((failure: unknown) => {
    const isChangeOfMind = failure instanceof DOMException && failure.name === "AbortError";
    return isChangeOfMind ? undefined : copyInvitation(text);
  });
}

function copyInvitation(text: string): Promise<void> {
  return copy(text, invitationMessages.text);
}

async function copy(text: string, { copied, failed }: CopyMessages): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ ...copied, variant: "success" });
  } catch {
    toast({ ...failed, variant: "destructive" });
  }
}
