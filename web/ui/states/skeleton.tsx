import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

/** A grey placeholder while content loads; give it the content's size. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      className={classNames("animate-sheen rounded-md bg-muted dark:bg-muted/80", className)}
      {...props}
    />
  );
}
