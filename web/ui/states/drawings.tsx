import type { SVGProps } from "react";
import drawings from "../drawings.svg?no-inline";

/**
 * The frame of a drawing of a failed or empty state. Lines take the text colour, one spot takes the
 * accent.
 */
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
      <use href={`${drawings}#unplugged`} />
    </Drawing>
  );
}

/** A road sign with nothing on it: this page or vehicle does not exist. */
export function LostRoadDrawing() {
  return (
    <Drawing>
      <use href={`${drawings}#lost-road`} />
    </Drawing>
  );
}
