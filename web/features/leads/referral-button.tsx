import { UserRoundPlus } from "lucide-react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { useLazyDialog } from "#web/ui/overlays/use-lazy-module.ts";

const fetchReferralDialog = () => import("./dialogs/referral-dialog.tsx");

type ReferralButtonProps = {
  /** Profile ID of the recipient. */
  recipientId: string;
  /** Utilities that override the outlined button's styles. */
  className?: string;
};

/** 'Referir un Amigo' with its dialog. Hidden without script. */
export function ReferralButton({ recipientId, className = "" }: ReferralButtonProps) {
  const { part, open, close, opener } = useLazyDialog(fetchReferralDialog);
  return (
    <>
      <button
        {...opener}
        className={`${buttonStyles({ variant: "outline" })} noscript:hidden ${className}`}
      >
        <UserRoundPlus aria-hidden="true" />
        Referir un Amigo
      </button>
      {part && <part.ReferralDialog open={open} onClose={close} recipientId={recipientId} />}
    </>
  );
}
