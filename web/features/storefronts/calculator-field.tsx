import { type CSSProperties, useId, useState } from "react";
import type { MoneyShape } from "#contract/units.ts";
import { groupDigits } from "#web/ui/fields/group-digits.ts";
import { boundOf } from "./payment-plan.ts";

/** A scale that goes so far has numbers that need more room. */
const WIDE = 10_000_000;

type CalculatorFieldProps = {
  label: string;
  /** Its name in the address. */
  name: string;
  /** What was written into it last, which may be half a number, or out of bounds. */
  text: string;
  /** What the calculator makes of it. */
  value: number;
  least: number;
  most: number;
  step: number;
  unit: { sign: string; side: "before" | "after" };
  /** How an amount of money is written; left out for what is none. */
  shape?: MoneyShape | undefined;
  /** A value in words, for whoever hears the slider, and for its bounds. */
  say: (value: number) => string;
  hint?: string | undefined;
  onWrite: (text: string) => void;
};

/**
 * One value of the calculator: written exactly, or pushed along its scale. While somebody writes,
 * the
 * box keeps what is written; else it shows the value that is reckoned with, and the line below says
 * why that is another one. The slider is left out where no script reads it.
 */
export function CalculatorField(props: CalculatorFieldProps) {
  const { label, name, text, value, least, most, step, unit, shape, say, onWrite } = props;
  const id = useId();
  const [isWriting, setIsWriting] = useState(false);
  const hint = boundHint(props) ?? props.hint;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="flex min-w-0 max-w-full items-center gap-1.5 rounded-lg border border-input bg-card px-3 focus-within:outline-2 focus-within:outline-ring">
          {unit.side === "before" && <Sign text={unit.sign} />}
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            name={name}
            value={isWriting ? text : written(value, shape)}
            onChange={({ target }) => {
              setIsWriting(true);
              onWrite(target.value);
            }}
            onBlur={() => setIsWriting(false)}
            aria-describedby={`${id}-hint`}
            className={`numeric h-11 min-w-0 ${most >= WIDE ? "w-28" : "w-20"} bg-transparent text-right font-semibold outline-none`}
          />
          {unit.side === "after" && <Sign text={unit.sign} />}
        </span>
      </div>
      <input
        type="range"
        aria-label={`${label}, control deslizante`}
        aria-valuetext={say(value)}
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={({ target }) => onWrite(written(target.valueAsNumber, shape))}
        style={filledTo(value, least, most)}
        className="slider noscript:hidden"
      />
      <p
        id={`${id}-hint`}
        aria-live="polite"
        className="text-muted-foreground text-sm empty:hidden"
      >
        {hint}
      </p>
    </div>
  );
}

function boundHint(props: CalculatorFieldProps) {
  const { text, value, least, most, step, shape, say, hint } = props;
  const bound = boundOf(text, value, { least, most, shape });
  if (bound === "text") return `Escribe un número. Se calcula con ${say(value)}.`;
  if (bound === "step") return `De ${step} en ${step}: se calcula con ${say(value)}.`;
  if (bound === "least") return `El mínimo es ${say(least)}.`;
  return bound === "most" && !hint ? `El máximo es ${say(most)}.` : null;
}

function Sign({ text }: { text: string }) {
  return <span className="text-muted-foreground">{text}</span>;
}

/** A value as the field shows it when nobody is writing. */
export function written(value: number, shape?: MoneyShape): string {
  return shaped(groupDigits(value, 2).replace(/\.?0+$/, ""), shape);
}

/** Digits with the separators that they have in a dealership's currency. */
export function shaped(digits: string, shape: MoneyShape | undefined): string {
  if (!shape) return digits;
  return digits.replaceAll(/[,.]/g, (sign) => (sign === "," ? shape.group : shape.decimal));
}

/** How far the slider's scale is filled. */
function filledTo(
  value: number,
  least: number,
  most: number,
): CSSProperties & Record<"--filled", string> {
  const share = most > least ? (value - least) / (most - least) : 0;
  return { "--filled": `${share * 100}%` };
}
