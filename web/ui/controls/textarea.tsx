import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { controlStyles } from "./control-styles.ts";

/** A text box of several lines that grows with what is typed. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={classNames(controlStyles, "field-sizing-content min-h-28 py-2.5", className)}
      {...props}
    />
  );
}
