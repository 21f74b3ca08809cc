import { useState } from "react";
import type { MoneyFormat } from "#contract/units.ts";
import { SELLER_PARAMETER } from "#web/session/links/attributed-link.ts";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { CalculatorField, formatDigits, formatFieldValue } from "./calculator-field.tsx";
import {
  CALCULATOR,
  calculatePayment,
  maxDownPayment,
  type Payment,
  type PaymentPlan,
  type PlanScale,
  readPlan,
} from "./payment-plan.ts";
import { PLAN_PARAMETERS } from "./storefront-links.ts";

type PaymentCalculatorProps = {
  start: PaymentPlan;
  scale: PlanScale;
  /** Slug of the salesperson from the followed link, passed on by the form without script. */
  vendedor?: string | null;
};

/**
 * Estimates a monthly payment from price, down payment, rate and term (docs/product/storefront.md).
 */
export function PaymentCalculator(props: PaymentCalculatorProps) {
  return (
    <section
      id="calculadora"
      aria-labelledby="calculadora-titulo"
      className="@container border-y bg-muted/60"
    >
      <div className="mx-auto grid w-full max-w-7xl gap-8 px-4 py-14 @3xl:px-8 @3xl:py-20">
        <div className="grid gap-2">
          <h2 id="calculadora-titulo" className="font-bold text-headline">
            {calculatorWords.title}
          </h2>
          <p className="max-w-prose text-muted-foreground">{calculatorWords.description}</p>
        </div>
        <CalculatorForm {...props} />
      </div>
    </section>
  );
}

export const calculatorWords = {
  title: "Calcula tu pago mensual",
  description: "Ajusta el precio, el pago inicial y el plazo para ver cuánto pagarías al mes.",
} as const;

/** The calculator's fields and result. */
export function CalculatorForm({ start, scale, vendedor }: PaymentCalculatorProps) {
  const [typed, setTyped] = useState(() => textsOf(start, scale.shape));
  const plan = readPlan(typed, scale);
  const fields = fieldsOf(plan, scale);
  return (
    <form
      action="#calculadora"
      autoComplete="off"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="grid items-start gap-6 @4xl:grid-cols-[1.35fr_1fr] @4xl:gap-10"
    >
      <div className="grid gap-6 rounded-2xl border bg-card p-5 shadow-card @3xl:p-8">
        {fields.map(({ value, ...field }) => (
          <CalculatorField
            key={value}
            {...field}
            name={PLAN_PARAMETERS[value]}
            text={typed[value]}
            value={plan[value]}
            onWrite={(text) => setTyped((before) => ({ ...before, [value]: text }))}
          />
        ))}
        {vendedor && <input type="hidden" name={SELLER_PARAMETER} value={vendedor} />}
        <button
          type="submit"
          className={`${buttonStyles({ size: "lg" })} hidden noscript:inline-flex`}
        >
          Calcular
        </button>
      </div>
      <Outcome payment={calculatePayment(plan)} plan={plan} shape={scale.shape} />
    </form>
  );
}

/** Label, scale, unit and spoken text of each field. */
function fieldsOf({ price }: PaymentPlan, { factor, shape, top }: PlanScale) {
  const most = maxDownPayment(price);
  const before = shape.before.trim();
  const unit = before
    ? ({ sign: before, side: "before" } as const)
    : ({ sign: shape.after.trim(), side: "after" } as const);
  const describeValue = (amount: number) => money(amount, shape);
  return [
    {
      value: "price",
      label: "Precio del vehículo",
      ...CALCULATOR.price,
      most: top,
      step: CALCULATOR.price.step * factor,
      ...{ unit, shape, describeValue },
    },
    {
      value: "down",
      label: "Pago inicial",
      ...CALCULATOR.down,
      most,
      step: CALCULATOR.down.step * factor,
      ...{ unit, shape, describeValue },
      hint: `Hasta la mitad del precio: ${describeValue(most)}`,
    },
    {
      value: "rate",
      label: "Tasa de interés anual",
      ...CALCULATOR.rate,
      unit: { sign: "%", side: "after" },
      describeValue: (percent: number) => `${percent} por ciento`,
    },
    {
      value: "months",
      label: "Plazo",
      ...CALCULATOR.months,
      unit: { sign: "meses", side: "after" },
      describeValue: (count: number) => `${count} meses`,
    },
  ] as const;
}

function Outcome(props: { payment: Payment; plan: PaymentPlan; shape: MoneyFormat }) {
  const { payment, plan, shape } = props;
  const rows = [
    ["Monto a financiar", money(payment.financed, shape)],
    ["Total de intereses", money(payment.interest, shape)],
    ["Plazo", `${plan.months} meses`],
  ] as const;
  return (
    <div className="grid gap-5 rounded-2xl bg-secondary p-6 @max-4xl:order-first text-secondary-foreground shadow-card @3xl:p-8">
      <p className="grid gap-1">
        <span className="text-secondary-foreground/85">Pago mensual estimado</span>
        <output aria-live="polite" className="break-words font-bold text-display tabular-nums">
          {moneyWith(payment.monthly, 2, shape)}
        </output>
      </p>
      <dl className="numeric divide-y divide-white/12 border-white/12 border-y">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-3">
            <dt className="text-secondary-foreground/85">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-secondary-foreground/85 text-sm leading-relaxed">
        Es una estimación con fines informativos, no una oferta de crédito. El pago final depende de
        tu historial y de la entidad financiera, y no incluye impuestos, seguro ni trámites.
      </p>
    </div>
  );
}

function textsOf({ price, down, rate, months }: PaymentPlan, shape: MoneyFormat) {
  return {
    price: formatFieldValue(price, shape),
    down: formatFieldValue(down, shape),
    rate: formatFieldValue(rate),
    months: formatFieldValue(months),
  };
}

function money(amount: number, shape: MoneyFormat): string {
  return moneyWith(amount, Number.isInteger(amount) ? 0 : 2, shape);
}

/** No cents if the currency has none. */
function moneyWith(amount: number, decimals: 0 | 2, shape: MoneyFormat): string {
  const digits = formatNumber(amount, shape.decimals === 0 ? 0 : decimals);
  return `${shape.before}${formatDigits(digits, shape)}${shape.after}`;
}
