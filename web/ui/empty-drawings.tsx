import { Drawing } from "./drawings.tsx";

/** An empty parking bay between two cars: no vehicles. */
export function EmptyLotDrawing() {
  return (
    <Drawing>
      <path d="M8 104h176" className="opacity-50" />
      <path d="M62 104V70M130 104V70" strokeDasharray="5 6" className="opacity-60" />
      <rect
        x="70"
        y="30"
        width="52"
        height="22"
        rx="6"
        className="fill-primary stroke-none opacity-20"
      />
      <path d="M96 52v18M78 41h6M90 41h24" />
      <rect x="70" y="30" width="52" height="22" rx="6" />
      <path
        d="M-6 100V84c0-4 3-7 7-8l12-3 12-13c2-2 5-3 8-3h9c5 0 8 3 8 8v35"
        className="opacity-45"
      />
      <circle cx="30" cy="100" r="8" className="fill-card opacity-80" />
      <path
        d="M198 100V84c0-4-3-7-7-8l-12-3-12-13c-2-2-5-3-8-3h-9c-5 0-8 3-8 8v35"
        className="opacity-45"
      />
      <circle cx="162" cy="100" r="8" className="fill-card opacity-80" />
      <path d="M96 84v8M92 88h8" className="stroke-primary-ink" strokeWidth="2.5" />
    </Drawing>
  );
}

/** A tray whose work is done: no pending requests. */
export function ClearedTrayDrawing() {
  return (
    <Drawing>
      <path d="M40 104h112" className="opacity-50" />
      <path
        d="M52 66h24l6 12h28l6-12h24v26a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8V66Z"
        className="fill-card"
      />
      <path d="m52 66 13-25a8 8 0 0 1 7-4h48a8 8 0 0 1 7 4l13 25" />
      <circle cx="96" cy="34" r="20" className="fill-primary stroke-none opacity-20" />
      <path d="m87 34 6.500 6.500L106 28" className="stroke-primary-ink" strokeWidth="3" />
    </Drawing>
  );
}

/** A magnifying glass over blank lines: the search found nothing. */
export function NothingFoundDrawing() {
  return (
    <Drawing>
      <rect x="34" y="22" width="124" height="76" rx="10" className="fill-card opacity-70" />
      <path d="M48 42h40M48 56h28M48 70h34M48 84h20" className="opacity-40" />
      <circle cx="116" cy="60" r="24" className="fill-primary stroke-none opacity-20" />
      <circle cx="116" cy="60" r="24" />
      <path d="m134 78 18 18" strokeWidth="4" />
      <path d="M106 62c2-6 6-9 10-9s8 3 10 9" className="stroke-primary-ink" strokeWidth="2.5" />
    </Drawing>
  );
}
