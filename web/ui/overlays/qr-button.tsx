import { QrCode } from "lucide-react";
import { buttonStyles } from "../controls/button-styles.ts";
import { useLazyDialog } from "./use-lazy-module.ts";

const fetchDialog = () => import("./qr-dialog.tsx");

type QrButtonProps = {
  /** What the code links to: the dialog's heading and the start of the file name. */
  title: string;
  address: string;
  className?: string;
};

/** The 'Código QR' button and its dialog, loaded on first use. Hidden without script. */
export function QrButton({ title, address, className = "" }: QrButtonProps) {
  const { part, open, close, opener } = useLazyDialog(fetchDialog);
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
