import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

/** A grey shape in the place of what is being loaded. Give it the size of the real thing. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      className={classNames("animate-sheen rounded-md bg-muted dark:bg-muted/80", className)}
      {...props}
    />
  );
}
