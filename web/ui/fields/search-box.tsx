import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { classNames } from "../class-names.ts";
import { Input } from "./input.tsx";

type SearchBoxProps = {
  /** Its name for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onType: (text: string) => void;
  className?: string;
};

/** A box to search with, a magnifying glass in it. What is typed in is its owner's to hold. */
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

/** So long after the last key a text counts as typed. */
const PAUSE_MILLISECONDS = 300;

/**
 * The text in a search box. `settled` is the text that is searched for, in the address for
 * instance: `onSettled` is called with a new one once typing pauses, and one that changes from
 * elsewhere replaces what is in the box. Whoever has followed a link meanwhile is not held back by
 * a search that would come late.
 */
export function useTypedText(
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
