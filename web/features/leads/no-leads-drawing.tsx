import { Drawing } from "#web/ui/states/drawings.tsx";

/** A car at the kerb and a speech bubble that is still empty: nobody has asked yet. */
export function NoLeadsDrawing() {
  return (
    <Drawing>
      <path d="M8 104h176" className="opacity-50" />
      <path
        d="M26 98V84c0-4 3-7 7-8l13-3 13-14c2-2 5-3 8-3h28c3 0 6 1 8 3l14 14 13 3c4 1 7 4 7 8v14"
        className="fill-card"
      />
      <path d="M64 66h16v10H55l9-10ZM88 66h11l9 10H88V66Z" className="opacity-60" />
      <circle cx="50" cy="98" r="9" className="fill-card" />
      <circle cx="114" cy="98" r="9" className="fill-card" />
      <path
        d="M124 14h36a10 10 0 0 1 10 10v16a10 10 0 0 1-10 10h-18l-12 11V50h-6a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10Z"
        className="fill-primary stroke-none opacity-20"
      />
      <path d="M124 14h36a10 10 0 0 1 10 10v16a10 10 0 0 1-10 10h-18l-12 11V50h-6a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10Z" />
      <path d="M131 32v.1M142 32v.1M153 32v.1" className="stroke-primary-ink" strokeWidth="4" />
    </Drawing>
  );
}
