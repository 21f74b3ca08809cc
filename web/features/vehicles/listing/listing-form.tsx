import { ListFilter, Search } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { controlStyles } from "#web/ui/controls/control-styles.ts";
import type { Field, Select } from "./listing-fields.ts";
import type { ShownListing } from "./show-listing.ts";

/** So long after the last key a text counts as typed. */
const PAUSE_MILLISECONDS = 300;

/**
 * Lets the form of a public inventory search by itself, where script runs: at once for a choice,
 * after a pause for what is typed. What comes from elsewhere, a link that clears the filters or the
 * way back, is written into its fields. Takes the form's element and the address's query as it is
 * now; gives what the fields call.
 */
function useListingForm(form: RefObject<HTMLFormElement | null>, query: string) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (form.current && !form.current.contains(document.activeElement)) fill(form.current, query);
  }, [form, query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const address = `${form.current.getAttribute("action")}?${typedInto(form.current)}`;
    navigate(address, { replace: true, preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, PAUSE_MILLISECONDS);
  };
  return { search, searchSoon };
}

/** What the fields say, without those that say nothing. */
function typedInto(form: HTMLFormElement): URLSearchParams {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(typed.filter(([, value]) => value !== ""));
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
 * Search, filters and order of a public inventory: a form that a browser without script sends, and
 * that searches by itself with one.
 */
export function ListingForm({ form }: Pick<ShownListing, "form">) {
  const element = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const ask = useListingForm(element, search);
  return (
    <form
      ref={element}
      action={form.path}
      aria-label="Buscar en el inventario"
      onSubmit={(event) => {
        event.preventDefault();
        ask.search();
      }}
      className="grid content-start gap-3 rounded-2xl border bg-card p-4 shadow-card lg:sticky lg:top-4 lg:gap-4 lg:p-5"
    >
      {form.vendedor && <input type="hidden" name="vendedor" value={form.vendedor} />}
      <div className="flex gap-2">
        <input
          type="search"
          name="q"
          defaultValue={form.text}
          aria-label="Buscar"
          placeholder="Marca o modelo..."
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onInput={ask.searchSoon}
          className={`${controlStyles} h-11 min-w-0`}
        />
        <button
          type="submit"
          aria-label="Buscar"
          className={`${buttonStyles({ size: "icon" })} shrink-0`}
        >
          <Search aria-hidden="true" />
        </button>
      </div>
      <details className="group lg:details-content:block lg:details-content:[block-size:auto] lg:details-content:[content-visibility:visible]">
        <summary
          className={`${buttonStyles({ variant: "outline" })} w-full list-none lg:supports-[selector(::details-content)]:hidden [&::-webkit-details-marker]:hidden`}
        >
          <ListFilter aria-hidden="true" />
          Filtrar y ordenar{form.active > 0 && ` (${form.active})`}
        </summary>
        <div className="grid gap-3 max-lg:pt-4 lg:gap-4">
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
          <a
            href="#inventario"
            className={`${buttonStyles()} noscript:hidden lg:supports-[selector(::details-content)]:hidden`}
          >
            {form.goal}
          </a>
        </div>
      </details>
      {form.active > 0 && (
        <Link
          to={form.clear}
          preventScrollReset
          className={`${buttonStyles({ variant: "ghost" })} w-full`}
        >
          Limpiar filtros
        </Link>
      )}
    </form>
  );
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
