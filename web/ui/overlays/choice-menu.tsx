import { ChevronDown } from "lucide-react";
import { classNames } from "../class-names.ts";
import { DropdownMenuItem } from "./dropdown-menu.tsx";
import { MenuButton } from "./menu-button.tsx";

type ChoiceMenuProps<Value extends string> = {
  label: string;
  value: Value | null;
  /** The button's text. */
  shown: string;
  options: readonly { value: Value; name: string }[];
  onChoose: (value: Value) => void;
  busy?: boolean;
  className?: string;
};

/**
 * A choice that is saved immediately. A native select changes on each arrow key; here arrow keys
 * only move the highlight, and Enter or a click chooses (WCAG 3.2.2).
 */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, shown, options, onChoose, busy, className } = props;
  const items = () =>
    options.map((option) => (
      <DropdownMenuItem
        key={option.value}
        role="menuitemradio"
        aria-checked={option.value === value}
        className="aria-checked:bg-muted aria-checked:font-semibold"
        onSelect={() => option.value !== value && onChoose(option.value)}
      >
        {option.name}
      </DropdownMenuItem>
    ));
  return (
    <span className="relative inline-grid min-w-0 max-w-full">
      <MenuButton
        label={`${label}: ${shown}`}
        menu={items}
        busy={busy ?? false}
        className={classNames(
          "inline-flex min-w-0 cursor-pointer items-center justify-between",
          className,
        )}
      >
        <span className="truncate">{shown}</span>
        <ChevronDown aria-hidden="true" className="shrink-0" />
      </MenuButton>
    </span>
  );
}
