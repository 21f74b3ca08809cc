import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { controlStyles } from "./control-styles.ts";

/** A one-line text box. Inside a Field it gets its id and its aria wiring from there. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(controlStyles, "h-11", className)} {...props} />;
}

/** A text box of several lines that grows with what is typed. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={classNames(controlStyles, "field-sizing-content min-h-28 py-2.5", className)}
      {...props}
    />
  );
}

/**
 * The platform's own select (a wheel on phones), drawn like the other controls. Takes option
 * children.
 */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        className={classNames(controlStyles, "h-11 appearance-none truncate pr-10", className)}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted-foreground"
      />
    </span>
  );
}
