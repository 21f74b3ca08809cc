import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { controlStyles } from "./control-styles.ts";

/** A one-line text box. Inside a Field it gets its id and its aria wiring from there. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(controlStyles, "h-11", className)} {...props} />;
}
