import { Search } from "lucide-react";
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
