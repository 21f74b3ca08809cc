import type { ComponentProps } from "react";

type BadgeVariant =
  | "neutral"
  | "secondary"
  | "success"
  | "warning"
  | "destructive"
  | "info"
  | "outline";

/** A short state in words; the colour repeats what they say. Styles: look.css. */
export function Badge({
  className = "",
  variant = "neutral",
  ...props
}: ComponentProps<"span"> & { variant?: BadgeVariant | undefined }) {
  return <span className={`badge badge-${variant} ${className}`} {...props} />;
}
