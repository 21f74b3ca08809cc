import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "onChange"> & {
  onCheckedChange: (checked: boolean) => void;
};

/**
 * A native checkbox, light enough for hundreds on a page; needs a label (aria-label or a Label with
 * htmlFor). It is above its label's touch target, so that a pointer hits the box itself.
 */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <label className={classNames("touch-target grid size-5 shrink-0", className)}>
      <input
        type="checkbox"
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer relative z-1 size-5 cursor-pointer appearance-none rounded-[0.375rem] border border-input bg-card shadow-xs transition-colors checked:border-primary checked:bg-primary hover:border-foreground/50 disabled:opacity-55"
        {...props}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 z-2 m-auto size-3.5 text-primary-foreground opacity-0 peer-checked:opacity-100"
      />
    </label>
  );
}
