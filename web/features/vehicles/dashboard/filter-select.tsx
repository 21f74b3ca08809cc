import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

type FilterSelectProps = {
  /** Its name for screen readers. */
  label: string;
  value: string;
  /** What is read before it is opened. */
  shown: string;
  onChoose: (value: string) => void;
  /** Its options. */
  children: ReactNode;
  className?: string;
};

/**
 * The platform's own list behind a word as wide as what is chosen: browsers make a select as wide
 * as its longest option. Its letters are of 16 px, so that iOS does not zoom in.
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
