import type { QrPath } from "./qr-path.ts";

/** On printouts only: a QR code to this page, and its URL. */
export function PrintedCode({ code, address }: { code: QrPath; address: string }) {
  return (
    <div className="mt-4 hidden items-center gap-3 print:flex">
      <svg
        viewBox={`0 -.5 ${code.size} ${code.size}`}
        role="img"
        aria-label="Código QR de esta página"
        shapeRendering="crispEdges"
        className="size-36 shrink-0 bg-white"
      >
        <path d={code.path} stroke="#000" />
      </svg>
      <p className="min-w-0 text-xs">
        <strong className="block text-sm">Escanéalo para ver todas las fotos.</strong>
        <span className="wrap-anywhere">{address}</span>
      </p>
    </div>
  );
}
