import { type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";

/** So long after the last key a text counts as typed. */
const PAUSE_MILLISECONDS = 300;

/**
 * Lets the form of a public inventory search by itself, where script runs: at once for a choice,
 * after a pause for what is typed. What comes from elsewhere, a link that clears the filters or the
 * way back, is written into its fields. Takes the form's element and the address's query as it is
 * now; gives what the fields call.
 */
export function useListingForm(form: RefObject<HTMLFormElement | null>, query: string) {
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
