import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "../states/spinner.tsx";
import { type ButtonVariants, buttonStyles } from "./button-styles.ts";
import { Slot } from "./slot.tsx";

export type ButtonProps = ComponentProps<"button"> &
  ButtonVariants & {
    /** Renders its only child (a link, for example) with the button's look. */
    asChild?: boolean;
    /** In front of the text; replaced by the spinner. */
    icon?: ReactNode;
    /** Shows a spinner, ignores clicks and sets aria-busy. */
    loading?: boolean;
  };

/** A button in one of several variants and sizes (height 11 = 44 px by default). */
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
      {/* A translator wraps bare text, and React could no longer insert the spinner before it. */}
      <span className="contents">{children}</span>
    </button>
  );
}
