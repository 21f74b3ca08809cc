import { MessageSquareText } from "lucide-react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { useLazyDialog } from "#web/ui/overlays/use-lazy-module.ts";

const fetchInquiryDialog = () => import("./dialogs/inquiry-dialog.tsx");

type InquiryButtonProps = {
  /** Profile ID of the recipient. */
  recipientId: string;
  /** The vehicle asked about; omitted for a general inquiry. */
  vehicle?: { id: string; title: string } | undefined;
  /**
   * The signed-in person's token on private pages, where unpublished vehicles can be asked about,
   * too.
   */
  accessToken?: string | undefined;
  label?: string;
  variant?: "primary" | "outline";
  /** Utilities that override the button's styles. */
  className?: string;
};

/** 'Solicitar Información' with its dialog, for public and private pages. Hidden without script. */
export function InquiryButton({
  recipientId,
  vehicle,
  accessToken,
  label = "Solicitar Información",
  variant = "outline",
  className = "",
}: InquiryButtonProps) {
  const { part, open, close, opener } = useLazyDialog(fetchInquiryDialog);
  return (
    <>
      <button {...opener} className={`${buttonStyles({ variant })} noscript:hidden ${className}`}>
        <MessageSquareText aria-hidden="true" />
        <span>{label}</span>
      </button>
      {part && (
        <part.InquiryDialog
          open={open}
          onClose={close}
          recipientId={recipientId}
          vehicle={vehicle}
          accessToken={accessToken}
        />
      )}
    </>
  );
}
