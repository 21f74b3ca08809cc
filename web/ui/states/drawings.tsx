import type { SVGProps } from "react";
import drawings from "../drawings.svg?no-inline";

/**
 * The frame of a drawing for a failed or empty state. Lines use the text colour, one detail the
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

/** A blank road sign: the page or vehicle does not exist. */
export function LostRoadDrawing() {
  return (
    <Drawing>
      <use href={`${drawings}#lost-road`} />
    </Drawing>
  );
}
