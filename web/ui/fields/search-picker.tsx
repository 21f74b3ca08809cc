import { Check, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { Input } from "./input.tsx";

export type PickerChoice = { id: string; name: string; detail: string | null };

/** A search and its results; `typed` is null while the box is idle. */
export type PickerSearch = {
  typed: string | null;
  onType: (typed: string | null) => void;
  choices: PickerChoice[];
  loading: boolean;
};

type Picked = Pick<PickerChoice, "id" | "name">;

type SearchPickerProps = Pick<
  ComponentProps<"input">,
  "id" | "aria-invalid" | "aria-describedby" | "aria-required" | "onBlur" | "disabled" | "ref"
> & {
  search: PickerSearch;
  value: Picked | null;
  onPick: (choice: Picked | null) => void;
  placeholder: string;
  /** The label of the list, and its text when nothing matches. */
  listLabel: string;
  noMatch: string;
  /**
   * "inline" pushes the content below down, for dialogs, whose edge would cut a floating list off.
   */
  list?: "floating" | "inline";
};

/** A search input with a list (ARIA combobox): arrows move, Enter picks, Esc closes. */
export function SearchPicker(props: SearchPickerProps) {
  const { search, value, onPick, placeholder, listLabel, noMatch, onBlur, ...control } = props;
  const { list = "floating", ...input } = control;
  const { typed, onType, choices, loading } = search;
  const listId = useId();
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const current = choices[active];

  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other choices make another height
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: "nearest" });
  }, [open, choices.length]);

  const type = (text: string) => {
    onType(text);
    setActive(0);
  };
  const pick = ({ id, name }: PickerChoice) => {
    onPick({ id, name });
    onType(null);
  };
  const follow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (open) setActive((choices.length + active + step) % Math.max(1, choices.length));
      else type("");
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (current) pick(current);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      onType(null);
    }
  };

  return (
    <div className="relative">
      <div className="relative">
        <Input
          {...input}
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && current ? `${listId}-${active}` : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={typed ?? value?.name ?? ""}
          onFocus={(event) => event.target.select()}
          onClick={() => !open && type("")}
          onChange={(event) => type(event.target.value)}
          onKeyDown={follow}
          onBlur={(event) => {
            onType(null);
            onBlur?.(event);
          }}
          className="pr-12"
        />
        {value && !input.disabled && (
          <button
            type="button"
            aria-label={`Quitar ${value.name}`}
            onClick={() => onPick(null)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-muted-foreground hover:text-foreground"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
      <div
        ref={box}
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!open}
        className={classNames(
          "mt-1.5 overflow-y-auto rounded-xl border bg-popover p-1.5 text-popover-foreground",
          list === "floating"
            ? "absolute inset-x-0 top-full z-30 max-h-72 scroll-mb-24 shadow-raised"
            : "max-h-52",
        )}
      >
        {choices.map((choice, index) => (
          <Choice
            key={choice.id}
            id={`${listId}-${index}`}
            choice={choice}
            active={index === active}
            picked={choice.id === value?.id}
            onPick={() => pick(choice)}
          />
        ))}
        {open && choices.length === 0 && (
          <div
            role="option"
            aria-disabled="true"
            aria-selected="false"
            tabIndex={-1}
            className="px-2.5 py-2.5 text-muted-foreground text-sm"
          >
            {loading ? "Buscando..." : noMatch}
          </div>
        )}
      </div>
    </div>
  );
}

function Choice(props: {
  id: string;
  choice: PickerChoice;
  active: boolean;
  picked: boolean;
  onPick: () => void;
}) {
  const { id, choice, active, picked, onPick } = props;
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // Keeps the focus in the input.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={() => undefined}
      className={classNames(
        "flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm hover:bg-muted",
        active && "bg-muted",
      )}
    >
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">{choice.name}</span>
        {choice.detail && (
          <span className="truncate text-muted-foreground text-xs">{choice.detail}</span>
        )}
      </span>
      {picked && <Check aria-hidden="true" className="size-4 shrink-0" />}
    </div>
  );
}
