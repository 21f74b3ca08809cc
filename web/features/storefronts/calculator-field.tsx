import { type CSSProperties, useId, useState } from "react";
import type { MoneyFormat } from "#contract/units.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { adjustmentReason } from "./payment-plan.ts";

/** Above this, the numbers need more room. */
const WIDE = 10_000_000;

type CalculatorFieldProps = {
  label: string;
  /** Name in the URL. */
  name: string;
  /** The last typed text, which may be incomplete or out of range. */
  text: string;
  /** The value that the calculator uses. */
  value: number;
  least: number;
  most: number;
  step: number;
  unit: { sign: string; side: "before" | "after" };
  /** Money format; omitted for other values. */
  shape?: MoneyFormat | undefined;
  /** Spoken text for a value and the slider's limits. */
  describeValue: (value: number) => string;
  hint?: string | undefined;
  onWrite: (text: string) => void;
};

/**
 * A calculator value: typed, or set with a slider. While typing, the field shows the typed text;
 * otherwise the value used, with an explanation if it differs. The slider is hidden without script.
 */
export function CalculatorField(props: CalculatorFieldProps) {
  const { label, name, text, value, least, most, step, unit, shape, describeValue, onWrite } =
    props;
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
            value={isWriting ? text : formatFieldValue(value, shape)}
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
        aria-valuetext={describeValue(value)}
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={({ target }) => onWrite(formatFieldValue(target.valueAsNumber, shape))}
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
  const { text, value, least, most, step, shape, describeValue, hint } = props;
  const bound = adjustmentReason(text, value, { least, most, shape });
  if (bound === "text") return `Escribe un número. Se calcula con ${describeValue(value)}.`;
  if (bound === "step") return `De ${step} en ${step}: se calcula con ${describeValue(value)}.`;
  if (bound === "least") return `El mínimo es ${describeValue(least)}.`;
  return bound === "most" && !hint ? `El máximo es ${describeValue(most)}.` : null;
}

function Sign({ text }: { text: string }) {
  return <span className="text-muted-foreground">{text}</span>;
}

/** A value as shown when the field is not being edited. */
export function formatFieldValue(value: number, shape?: MoneyFormat): string {
  return formatDigits(formatNumber(value, 2).replace(/\.?0+$/, ""), shape);
}

/** Digits with the currency's separators. */
export function formatDigits(digits: string, shape: MoneyFormat | undefined): string {
  if (!shape) return digits;
  return digits.replaceAll(/[,.]/g, (sign) => (sign === "," ? shape.group : shape.decimal));
}

/** Filled part of the slider. */
function filledTo(
  value: number,
  least: number,
  most: number,
): CSSProperties & Record<"--filled", string> {
  const share = most > least ? (value - least) / (most - least) : 0;
  return { "--filled": `${share * 100}%` };
}
