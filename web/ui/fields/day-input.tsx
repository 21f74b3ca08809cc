import { type ComponentProps, useId, useRef, useState } from "react";
import { FieldError } from "./field.tsx";
import { Input } from "./input.tsx";

type DayInputProps = Omit<ComponentProps<typeof Input>, "type" | "value" | "defaultValue"> & {
  /** The saved day (YYYY-MM-DD), empty for none. */
  day: string;
  /** Why a day cannot be saved. */
  problemOf: (day: string) => string | undefined;
  /** Saves a day that was picked or typed. */
  onWrite: (day: string) => void;
};

/**
 * A day that saves itself. Each press of an arrow key changes the day of a date box, so a day that
 * was reached that way is saved when the box is left or by Enter. Then it also says why a day is
 * not saved: a year that is half typed is one, too.
 */
export function DayInput({ day, problemOf, onWrite, ...props }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const byArrow = useRef(false);
  const problemId = useId();
  const write = (input: HTMLInputElement, isLeft: boolean) => {
    const said = problemIn(input, problemOf);
    if (isLeft || !said) setProblem(said);
    if (said) return;
    setTyped(null);
    if (input.value !== day) onWrite(input.value);
  };
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Input
        {...props}
        type="date"
        value={typed ?? day}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : props["aria-describedby"]}
        onPointerDown={() => {
          byArrow.current = false;
        }}
        onKeyDown={(event) => {
          byArrow.current = /^(Arrow|Page|Home|End)/.test(event.key);
          if (event.key === "Enter") write(event.currentTarget, true);
        }}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (!byArrow.current) write(currentTarget, false);
        }}
        onBlur={({ currentTarget }) => write(currentTarget, true)}
      />
      {problem && <FieldError id={problemId}>{problem}</FieldError>}
    </div>
  );
}

function problemIn(
  { validity, value }: HTMLInputElement,
  problemOf: DayInputProps["problemOf"],
): string | undefined {
  if (validity.badInput) return "Completa el día.";
  return value === "" ? undefined : problemOf(value);
}
