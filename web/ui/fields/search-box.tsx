import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { classNames } from "../class-names.ts";
import { Input } from "./input.tsx";

type SearchBoxProps = {
  /** The accessible name. */
  label: string;
  placeholder: string;
  value: string;
  onType: (text: string) => void;
  className?: string;
};

/** A controlled search input with a magnifying glass. */
export function SearchBox({ label, placeholder, value, onType, className }: SearchBoxProps) {
  return (
    <div className={classNames("relative", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        enterKeyHint="search"
        className="pl-10"
      />
    </div>
  );
}

/** Debounce time. */
const PAUSE_MILLISECONDS = 300;

/**
 * The text of a search box, with debouncing. `settled` is the current search, for example in the
 * URL: `onSettled` gets a new one when typing pauses, and a change from elsewhere replaces the
 * text. A pending search is dropped after navigation.
 */
export function useDebouncedText(
  settled: string,
  onSettled: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(settled);
  const known = useRef(settled);
  const isLeaving = useNavigation().state !== "idle";
  useEffect(() => {
    if (settled !== known.current) {
      known.current = settled;
      setTyped(settled);
      return;
    }
    if (typed === settled || isLeaving) return;
    const timer = setTimeout(() => {
      known.current = typed;
      onSettled(typed);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [settled, typed, onSettled, isLeaving]);
  return [typed, setTyped];
}
