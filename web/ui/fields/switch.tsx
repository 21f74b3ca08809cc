import { Switch as SwitchPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

/** An on/off switch that takes effect immediately; needs a label. */
export function Switch({ className, ...props }: ComponentProps<typeof SwitchPrimitive.Root>) {
  return (
    <SwitchPrimitive.Root
      className={classNames(
        "touch-target inline-flex h-6 w-11 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors duration-200",
        "disabled:opacity-55 data-[state=checked]:bg-success",
        className,
      )}
      {...props}
    >
      <SwitchPrimitive.Thumb className="block size-5 rounded-full bg-white shadow-xs transition-transform duration-200 ease-out-soft data-[state=checked]:translate-x-5" />
    </SwitchPrimitive.Root>
  );
}
