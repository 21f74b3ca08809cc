import { QrCode } from "lucide-react";
import { buttonStyles } from "../controls/button-styles.ts";
import { useDialogOnDemand } from "./use-on-demand.ts";

const fetchDialog = () => import("./qr-dialog.tsx");

type QrButtonProps = {
  /** What the code leads to, in words: heading of the dialog and start of the file's name. */
  title: string;
  address: string;
  /** Utilities beside the look of an outlined button, which they win over. */
  className?: string;
};

/** 'Código QR' with its dialog, fetched on first use. Not shown where no script runs. */
export function QrButton({ title, address, className = "" }: QrButtonProps) {
  const { part, open, close, opener } = useDialogOnDemand(fetchDialog);
  return (
    <>
      <button
        {...opener}
        className={`${buttonStyles({ variant: "outline" })} noscript:hidden ${className}`}
      >
        <QrCode aria-hidden="true" />
        Código QR
      </button>
      {open && part && <part.QrDialog title={title} address={address} onClose={close} />}
    </>
  );
}
