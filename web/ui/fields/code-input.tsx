import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { Input } from "./input.tsx";

const codeLength = 6;

export type CodeInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** The digits so far. */
  value: string;
  onValueChange: (digits: string) => void;
  /** The last digit was typed or pasted, or filled in by the phone. */
  onComplete: (digits: string) => void;
};

/** A box for a code of six digits. Inside a Field it gets its name from there. */
export function CodeInput({
  value,
  onValueChange,
  onComplete,
  className,
  ...props
}: CodeInputProps) {
  const change = (typed: string) => {
    const digits = digitsOf(typed);
    onValueChange(digits);
    if (digits.length === codeLength && digits !== value) onComplete(digits);
  };
  return (
    <Input
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="000000"
      name="code"
      value={value}
      onChange={({ target }) => change(target.value)}
      className={classNames(
        "numeric h-14 pl-[0.4em] text-center font-semibold text-2xl tracking-[0.4em] placeholder:font-normal placeholder:text-muted-foreground/50 sm:text-2xl",
        className,
      )}
      {...props}
    />
  );
}

/** The code in the form of a CodeInput, which may have been filled in without an event. */
export function codeIn(form: HTMLFormElement): string {
  return digitsOf(String(new FormData(form).get("code") ?? ""));
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "").slice(0, codeLength);
}
