import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { Input } from "./input.tsx";

const codeLength = 6;

export type CodeInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onValueChange: (digits: string) => void;
  /** Called when all digits are typed, pasted or autofilled. */
  onComplete: (digits: string) => void;
};

/** An input for a six-digit code. Field gives it its label. */
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

/** The code in a form with a CodeInput, which may have been autofilled without an event. */
export function readCode(form: HTMLFormElement): string {
  return digitsOf(String(new FormData(form).get("code") ?? ""));
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "").slice(0, codeLength);
}
