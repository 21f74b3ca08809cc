import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { toast } from "#web/ui/states/toast.ts";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { sellerMessages } from "./messages.ts";

type WhatsappButtonProps = {
  /** The wa.me address with the visitor's question; null when the seller gave no number. */
  address: string | null;
  label?: string;
  className?: string;
};

/** Opens WhatsApp with the visitor's question; says so when the seller gave no number. */
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
