import { Download, X } from "lucide-react";
import { QRCodeCanvas } from "qrcode.react";
import { useEffect, useRef } from "react";
import { Button } from "../controls/button.tsx";
import { downloadFile } from "../controls/download-file.ts";
import { useCloseOnBack } from "./close-on-back.tsx";

type QrDialogProps = { title: string; address: string; onClose: () => void };

/**
 * A QR code of 256 px, level H, with margin, to show or to download as '{title}-qr-code.png'
 * (docs/product/digital-card.md).
 */
export function QrDialog({ title, address, onClose }: QrDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useCloseOnBack(true, () => dialog.current?.close(), dialog);

  const download = () => {
    canvas.current?.toBlob((picture) => {
      if (picture) downloadFile(picture, `${title}-qr-code.png`);
    });
  };

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="qr-title"
      className="m-auto w-[min(22rem,calc(100vw-2rem))] rounded-2xl border bg-popover p-6 text-popover-foreground shadow-overlay backdrop:bg-[hsl(222_47%_6%/0.55)]"
    >
      <div className="grid justify-items-center gap-5">
        <h2 id="qr-title" className="px-8 text-center font-semibold text-lg leading-snug">
          {title}
        </h2>
        <QRCodeCanvas
          ref={canvas}
          value={address}
          size={256}
          level="H"
          marginSize={4}
          title={`Código QR de ${title}`}
          className="rounded-xl border"
        />
        <p className="break-all text-center text-muted-foreground text-xs">{address}</p>
        <Button variant="outline" className="w-full" onClick={download}>
          <Download aria-hidden="true" />
          Descargar PNG
        </Button>
      </div>
      <button
        type="button"
        aria-label="Cerrar"
        onClick={() => dialog.current?.close()}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-full text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </dialog>
  );
}
