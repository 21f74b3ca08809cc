import { type ComponentProps, useId, useRef, useState } from "react";
import { FieldError } from "./field.tsx";
import { Input } from "./input.tsx";

type DayInputProps = Omit<ComponentProps<typeof Input>, "type" | "value" | "defaultValue"> & {
  /** The saved day (YYYY-MM-DD), or "". */
  day: string;
  /** The error of an invalid day. */
  problemOf: (day: string) => string | undefined;
  onWrite: (day: string) => void;
};

/**
 * A day that saves itself. Each arrow key changes a date input, so a day changed by keyboard is
 * saved on blur or Enter, and only then validated: a half-typed year is a valid date too.
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
