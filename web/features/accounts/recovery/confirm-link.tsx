import { useState } from "react";
import { Link, useLocation } from "react-router";
import { usePublicConfig } from "#web/api/site-config.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ShowroomScene } from "#web/ui/states/scenes.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { GuestFrame } from "../sign-in/guest-frame.tsx";
import { type MailLink, parseMailLink, redeemMailLink } from "./mail-link.ts";
import { recoveryMessages } from "./messages.ts";

/**
 * Target of the links in mails (docs/product/accounts.md). Only a button press spends the link,
 * because mail scanners open links and some run scripts.
 */
export function ConfirmLink() {
  const { hash } = useLocation();
  const link = parseMailLink(hash);
  const { title, description } = link ? wordsOf(link) : recoveryMessages.incomplete;
  return (
    <GuestFrame
      title={title}
      description={description}
      scene={<ShowroomScene className="absolute inset-0 size-full" />}
    >
      {link ? <ConfirmButton key={link.token_hash} link={link} /> : <NextActions />}
    </GuestFrame>
  );
}

function ConfirmButton({ link }: { link: MailLink }) {
  const { anonKey } = usePublicConfig();
  const [isPending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    const target = await redeemMailLink(link, anonKey);
    // A full page load, so that the session client reads the fragment (link-session.ts).
    if (target) return window.location.replace(target);
    setPending(false);
    toast({ ...recoveryMessages.notOpened, variant: "destructive" });
  }

  return (
    <Button size="lg" loading={isPending} onClick={() => void confirm()} className="w-full">
      {wordsOf(link).button}
    </Button>
  );
}

function wordsOf({ type }: MailLink) {
  const { open } = recoveryMessages;
  if (type === "recovery" || type === "invite" || type === "magiclink") return open[type];
  return open.signup;
}

function NextActions() {
  return (
    <div className="grid gap-4">
      <Button asChild size="lg">
        <Link to="/login">Ir a iniciar sesión</Link>
      </Button>
      <Button asChild variant="link">
        <Link to="/forgot-password">Pedir un enlace nuevo</Link>
      </Button>
    </div>
  );
}
