import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

type FilterSelectProps = {
  /** Accessible name. */
  label: string;
  value: string;
  /** Text of the closed select. */
  shown: string;
  onChoose: (value: string) => void;
  children: ReactNode;
  className?: string;
};

/**
 * A native select as wide as its value, because browsers size a select by its longest option. Uses
 * 16 px text to prevent iOS from zooming in.
 */
export function FilterSelect(props: FilterSelectProps) {
  return (
    <span
      className={classNames(
        "relative z-1 inline-flex h-11 min-w-0 items-center gap-1 rounded-lg px-2 font-medium text-sm hover:bg-muted",
        "has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring",
        props.className,
      )}
    >
      <span aria-hidden="true" className="min-w-0 truncate">
        {props.shown}
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" />
      <select
        aria-label={props.label}
        value={props.value}
        onChange={(event) => props.onChoose(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer appearance-none rounded-lg bg-popover text-base text-popover-foreground opacity-0"
      >
        {props.children}
      </select>
    </span>
  );
}
