import { ListFilter, Search, X } from "lucide-react";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { SELLER_PARAMETER } from "#web/session/links/attributed-link.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { controlStyles } from "#web/ui/fields/control-styles.ts";
import { closePopover, useToggleClosedOnBack } from "#web/ui/overlays/close-on-back.tsx";
import type { Field, Select } from "./listing-fields.ts";
import type { PreparedListing } from "./prepare-listing.ts";

/** Delay after the last key before searching. */
const SEARCH_DELAY_MS = 300;

/**
 * Submits the search form by script: immediately for a choice, after a pause for text. Updates the
 * fields when the URL changes elsewhere (a link, or Back). Takes the form and the current query;
 * returns the fields' handlers.
 */
function useListingForm(form: RefObject<HTMLFormElement | null>, query: string) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const isAsked = document.activeElement?.matches("input, select");
    if (form.current && !(isAsked && form.current.contains(document.activeElement))) {
      fill(form.current, query);
    }
  }, [form, query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const address = `${form.current.getAttribute("action")}?${typedInto(form.current)}`;
    // Back leads from the filters to all vehicles first, then out of the page.
    navigate(address, { replace: isNarrowed(query), preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, SEARCH_DELAY_MS);
  };
  return { search, searchSoon };
}

/** The non-empty form values. */
function typedInto(form: HTMLFormElement): URLSearchParams {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(typed.filter(([, value]) => value !== ""));
}

/** Whether the URL has more than the salesperson's slug. */
function isNarrowed(query: string): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => name !== SELLER_PARAMETER);
}

function fill(form: HTMLFormElement, query: string): void {
  const parameters = new URLSearchParams(query);
  for (const field of form.elements) {
    const isFree = field instanceof HTMLSelectElement || field instanceof HTMLInputElement;
    if (!isFree || field.type === "hidden") continue;
    const value = parameters.get(field.name) ?? "";
    if (value !== "" || !(field instanceof HTMLSelectElement)) field.value = value;
    else field.selectedIndex = 0;
  }
}

/**
 * Search, filters and order of a public inventory: a form that works without script and submits
 * itself with script. On narrow screens the filters are a native popover (listing.css).
 */
export function ListingForm({ form }: Pick<PreparedListing, "form">) {
  const element = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const ask = useListingForm(element, search);
  const sheet = useRef<HTMLDivElement>(null);
  const followToggle = useToggleClosedOnBack(sheet, () => closePopover(sheet.current));
  return (
    <form
      ref={element}
      action={form.path}
      aria-label="Buscar en el inventario"
      onSubmit={(event) => {
        event.preventDefault();
        ask.search();
      }}
      className="grid content-start gap-4 print:hidden lg:sticky lg:top-4 lg:row-start-2 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:overscroll-contain lg:rounded-2xl lg:border lg:bg-card lg:p-5 lg:shadow-card"
    >
      {form.vendedor && <input type="hidden" name="vendedor" value={form.vendedor} />}
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          name="q"
          defaultValue={form.text}
          aria-label="Buscar"
          placeholder="Marca, modelo..."
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onInput={ask.searchSoon}
          className={`${controlStyles} h-11 w-auto! min-w-28 flex-1`}
        />
        <button
          type="submit"
          aria-label="Buscar"
          className={buttonStyles({ variant: "outline", size: "icon" })}
        >
          <Search aria-hidden="true" />
        </button>
        <button
          type="button"
          popoverTarget="filtros"
          className={`${buttonStyles({ variant: "outline" })} px-3! lg:hidden`}
        >
          <ListFilter aria-hidden="true" />
          <span>
            Filtrar<span className="sr-only"> y ordenar</span>
          </span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no box that scrolls */}
      <div
        ref={sheet}
        id="filtros"
        popover="auto"
        onToggle={followToggle}
        role="group"
        aria-label="Filtrar y ordenar"
        onBlur={closeWhenLeft}
        className="listing-sheet"
      >
        <p aria-hidden="true" className="px-5 pt-5 font-semibold text-lg lg:hidden">
          Filtrar y ordenar
        </p>
        <div className="grid gap-4 overflow-y-auto overscroll-contain max-lg:p-5">
          {form.fields.map((field) => (
            <FilterField key={field.name} field={field} onChoose={ask.search} />
          ))}
          <FilterField
            field={{ name: form.order.label, selects: [form.order] }}
            onChoose={ask.search}
          />
          <button type="submit" className={`${buttonStyles()} hidden! noscript:flex!`}>
            Aplicar
          </button>
        </div>
        <div className="border-t p-4 noscript:hidden lg:hidden">
          <SheetCloser className={`${buttonStyles({ size: "lg" })} w-full`}>
            {form.goal}
          </SheetCloser>
        </div>
        <SheetCloser label="Cerrar" className="sheet-close lg:hidden">
          <X aria-hidden="true" className="size-5" />
        </SheetCloser>
      </div>
    </form>
  );
}

function SheetCloser(props: { label?: string; className: string; children: ReactNode }) {
  return (
    <button
      type="button"
      popoverTarget="filtros"
      popoverTargetAction="hide"
      aria-label={props.label}
      className={props.className}
    >
      {props.children}
    </button>
  );
}

/**
 * The page behind the popover can be reached with Tab; close it, so that it does not cover the
 * focus.
 */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) closePopover(currentTarget);
}

function FilterField({ field, onChoose }: { field: Field; onChoose: () => void }) {
  const [first, second] = field.selects;
  if (first && !second) {
    return (
      <div className="grid gap-1.5">
        <label htmlFor={first.name} className="font-medium text-sm">
          {first.label}
        </label>
        <Choice select={first} onChoose={onChoose} />
      </div>
    );
  }
  return (
    <fieldset className="grid grid-cols-2 gap-x-2 gap-y-1.5">
      <legend className="mb-1.5 font-medium text-sm">{field.name}</legend>
      {field.selects.map((select) => (
        <Choice key={select.name} select={select} label={select.label} onChoose={onChoose} />
      ))}
    </fieldset>
  );
}

function Choice(props: { select: Select; label?: string; onChoose: () => void }) {
  const { name, value, groups } = props.select;
  return (
    <select
      id={name}
      name={name}
      defaultValue={value}
      aria-label={props.label}
      onChange={props.onChoose}
      className={`${controlStyles} h-11 min-w-0 truncate px-2.5!`}
    >
      {groups.map((group) => {
        const options = group.options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ));
        return group.name === null ? (
          options
        ) : (
          <optgroup key={group.name} label={group.name}>
            {options}
          </optgroup>
        );
      })}
    </select>
  );
}
