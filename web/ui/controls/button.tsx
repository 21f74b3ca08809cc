import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "../states/spinner.tsx";
import { type ButtonLook, buttonStyles } from "./button-styles.ts";
import { Slot } from "./slot.tsx";

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Renders the only child (a link, say) with the look of a button. */
    asChild?: boolean;
    /** In front of the words; the spinner takes its place. */
    icon?: ReactNode;
    /** Shows a spinner, refuses clicks and tells assistive technology that work is under way. */
    loading?: boolean;
  };

/** A button; `variant` says its weight, `size` its height (11 = 44 px by default). */
export function Button({
  className = "",
  variant,
  size,
  asChild = false,
  icon,
  loading = false,
  disabled,
  type = "button",
  children,
  ...props
}: ButtonProps) {
  const styles = `${buttonStyles({ variant, size })} ${className}`.trimEnd();
  if (asChild) {
    return (
      <Slot className={styles} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type={type}
      className={styles}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading ? <Spinner className="size-4" /> : icon}
      {/* A translator wraps bare text, before which React could no longer insert the spinner. */}
      <span className="contents">{children}</span>
    </button>
  );
}
