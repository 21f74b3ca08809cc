import type { ReactNode } from "react";

/** A round button over a photo. */
export function ViewerButton(props: {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      className="grid size-11 place-items-center rounded-full bg-black/60 text-white transition-opacity hover:bg-black/80 focus-visible:outline-white disabled:opacity-30 [&_svg]:size-5"
    >
      {props.children}
    </button>
  );
}
