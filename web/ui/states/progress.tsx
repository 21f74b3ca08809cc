import { Progress as ProgressPrimitive } from "radix-ui";
import { classNames } from "../class-names.ts";

/** A progress bar from 0 to 100; null means unknown progress. */
export function Progress(props: { value: number | null; label: string; className?: string }) {
  return (
    <ProgressPrimitive.Root
      value={props.value}
      aria-label={props.label}
      className={classNames("h-1.5 w-full overflow-hidden rounded-full bg-muted", props.className)}
    >
      <ProgressPrimitive.Indicator
        className="h-full rounded-full bg-primary transition-[width] duration-300 ease-out-soft data-[state=indeterminate]:w-1/3 data-[state=indeterminate]:animate-sheen"
        style={props.value === null ? undefined : { width: `${props.value}%` }}
      />
    </ProgressPrimitive.Root>
  );
}
