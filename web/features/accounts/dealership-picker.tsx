import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Input } from "#web/ui/input.tsx";
import { type DealershipChoice, dealershipChoicesQuery } from "./dealership-choices.ts";

type DealershipPickerProps = Pick<
  ComponentProps<"input">,
  "id" | "aria-invalid" | "aria-describedby" | "aria-required" | "onBlur" | "disabled" | "ref"
> & {
  /** The chosen dealership; null for none. */
  value: { id: string; name: string } | null;
  onPick: (dealership: { id: string; name: string } | null) => void;
};

/** A box that searches the dealerships while one types (combobox of the ARIA practices): arrows move, Enter picks, Esc closes. */
export function DealershipPicker({ value, onPick, onBlur, ...props }: DealershipPickerProps) {
  const { supabase } = useAuth();
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const { data: choices = [], isPending } = useQuery({
    ...dealershipChoicesQuery(supabase, typed ?? ""),
    enabled: open,
  });
  const current = choices[active];

  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other choices make another height
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open, choices.length]);

  const close = () => setTyped(null);
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const pick = (choice: DealershipChoice) => {
    onPick({ id: choice.id, name: nameOf(choice) });
    close();
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
      close();
    }
  };

  return (
    <div className="relative">
      <Input
        {...props}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder="Buscar concesionario..."
        value={typed ?? value?.name ?? ""}
        onFocus={(event) => event.target.select()}
        onClick={() => !open && type("")}
        onChange={(event) => type(event.target.value)}
        onKeyDown={follow}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
        className="pr-12"
      />
      {value && !props.disabled && (
        <button
          type="button"
          aria-label={`Quitar ${value.name}`}
          onClick={() => onPick(null)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Concesionarios"
        hidden={!open}
        className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-72 scroll-mb-24 overflow-y-auto rounded-xl border bg-popover p-1.5 text-popover-foreground shadow-raised"
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
            {isPending ? "Buscando..." : "Ningún concesionario activo coincide"}
          </div>
        )}
      </div>
    </div>
  );
}

function Choice(props: {
  id: string;
  choice: DealershipChoice;
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
      // The box keeps the focus, so the press must not take it away.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={() => undefined}
      className={classNames(
        "flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm hover:bg-muted",
        active && "bg-muted",
      )}
    >
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">{nameOf(choice)}</span>
        {choice.email && (
          <span className="truncate text-muted-foreground text-xs">{choice.email}</span>
        )}
      </span>
      {picked && <Check aria-hidden="true" className="size-4 shrink-0" />}
    </div>
  );
}

function nameOf({ full_name, email, id }: DealershipChoice): string {
  return full_name || email || id;
}
