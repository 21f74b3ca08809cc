import { MessageSquareText } from "lucide-react";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { useDialogOnDemand } from "#web/ui/overlays/use-on-demand.ts";

const fetchInquiryDialog = () => import("./dialogs/inquiry-dialog.tsx");

type InquiryButtonProps = {
  /** Profile id of who receives the inquiry. */
  recipientId: string;
  /** What is asked about; left out, the inquiry is a general one. */
  vehicle?: { id: string; title: string } | undefined;
  /**
   * The signed-in person's token on private pages, where a vehicle need not be published to be
   * asked about.
   */
  accessToken?: string | undefined;
  label?: string;
  variant?: "primary" | "outline";
  /** Utilities beside the look of a button, which they win over. */
  className?: string;
};

/**
 * 'Solicitar Información' with its dialog, for public and private pages. Not shown where no script
 * runs.
 */
export function InquiryButton({
  recipientId,
  vehicle,
  accessToken,
  label = "Solicitar Información",
  variant = "outline",
  className = "",
}: InquiryButtonProps) {
  const { part, open, close, opener } = useDialogOnDemand(fetchInquiryDialog);
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
