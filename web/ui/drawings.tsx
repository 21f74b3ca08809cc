import type { SVGProps } from "react";

/** The frame of a drawing of a failed or empty state. Lines take the text colour, one spot takes the accent. */
export function Drawing({ children, ...props }: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 192 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {children}
    </svg>
  );
}

/** A cable pulled out of its socket: something could not be loaded. */
export function UnpluggedDrawing() {
  return (
    <Drawing>
      <path d="M8 82c26 0 26-34 52-34h8" />
      <path d="M184 38c-26 0-26 34-52 34h-8" />
      <rect x="68" y="36" width="20" height="24" rx="5" className="fill-card" />
      <path d="M88 43h8M88 53h8" />
      <path d="M124 60h-6a12 12 0 0 0 0 24h6V60Z" className="fill-card" />
      <path
        d="m100 26 4-8M112 30l8-6M92 76l-4 8M104 82l-2 9"
        className="stroke-primary-ink"
        strokeWidth="2.5"
      />
    </Drawing>
  );
}

/** A road sign with nothing on it: this page or vehicle does not exist. */
export function LostRoadDrawing() {
  return (
    <Drawing>
      <path d="M20 104h152" className="opacity-50" />
      <path d="M96 104V58" strokeWidth="3" />
      <path d="m96 12 24 23-24 23-24-23 24-23Z" className="fill-primary stroke-none opacity-20" />
      <path d="m96 12 24 23-24 23-24-23 24-23Z" />
      <path
        d="M91 30c0-7 11-7 11-1 0 4-6 4-6 9M96 44v.5"
        className="stroke-primary-ink"
        strokeWidth="2.5"
      />
      <path d="M30 104c6-14 14-20 26-20M162 104c-6-14-14-20-26-20" className="opacity-40" />
    </Drawing>
  );
}
