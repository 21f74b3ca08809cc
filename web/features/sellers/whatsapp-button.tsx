import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { toast } from "#web/ui/states/toast.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { sellerMessages } from "./messages.ts";

type WhatsappButtonProps = {
  /** wa.me URL with the visitor's question; null if the seller has no number. */
  address: string | null;
  label?: string;
  className?: string;
};

/** Opens WhatsApp with the visitor's question, or shows a notice if the seller has no number. */
export function WhatsappButton({
  address,
  label = "WhatsApp",
  className = "",
}: WhatsappButtonProps) {
  const styles = `${buttonStyles({ variant: "whatsapp", size: "lg" })} ${className}`;
  const content = (
    <>
      <WhatsappIcon className="size-5" />
      <span>{label}</span>
    </>
  );
  if (address === null) {
    const explain = () => toast({ ...sellerMessages.whatsappMissing, variant: "destructive" });
    return (
      <button type="button" className={styles} onClick={explain}>
        {content}
      </button>
    );
  }
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles}>
      {content}
    </a>
  );
}
