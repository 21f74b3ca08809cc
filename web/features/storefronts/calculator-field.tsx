import { type ChangeEvent, type CSSProperties, useId } from "react";
import { groupDigits } from "#web/ui/controls/group-digits.ts";

type CalculatorFieldProps = {
  label: string;
  /** Its name in the address. */
  name: string;
  /** What is written in it, which may be half a number. */
  text: string;
  /** What the calculator makes of it. */
  value: number;
  least: number;
  most: number;
  step: number;
  unit: { sign: string; side: "before" | "after" };
  /** The value in words, for whoever hears the slider. */
  spoken: string;
  hint?: string | undefined;
  onWrite: (text: string) => void;
};

/**
 * One value of the calculator: written exactly, or pushed along its scale. The slider is left out
 * where no script reads it.
 */
export function CalculatorField(props: CalculatorFieldProps) {
  const { label, name, text, value, least, most, step, unit, onWrite } = props;
  const id = useId();
  const write = ({ target }: ChangeEvent<HTMLInputElement>) => onWrite(target.value);
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="flex items-center gap-1.5 rounded-lg border border-input bg-card px-3 focus-within:outline-2 focus-within:outline-ring">
          {unit.side === "before" && <Sign text={unit.sign} />}
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            name={name}
            value={text}
            onChange={write}
            onBlur={() => onWrite(written(value))}
            aria-describedby={props.hint ? `${id}-hint` : undefined}
            className="numeric h-11 w-20 bg-transparent text-right font-semibold outline-none"
          />
          {unit.side === "after" && <Sign text={unit.sign} />}
        </span>
      </div>
      <input
        type="range"
        aria-label={`${label}, control deslizante`}
        aria-valuetext={props.spoken}
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={({ target }) => onWrite(written(target.valueAsNumber))}
        style={filledTo(value, least, most)}
        className="slider noscript:hidden"
      />
      {props.hint && (
        <p id={`${id}-hint`} className="text-muted-foreground text-sm">
          {props.hint}
        </p>
      )}
    </div>
  );
}

function Sign({ text }: { text: string }) {
  return <span className="text-muted-foreground">{text}</span>;
}

/** A value as the field shows it when nobody is writing. */
export function written(value: number): string {
  return groupDigits(value, 2).replace(/\.?0+$/, "");
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
