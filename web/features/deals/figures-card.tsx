import { Lock, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { CostInput, MoneyInput, type VehicleCost } from "#contract/customers/deal.ts";
import { priceIn } from "#contract/price.ts";
import { dayProblem, pastDay } from "#contract/text/field-inputs.ts";
import { currencySign, formatAmountInput } from "#contract/units.ts";
import { Money } from "#web/session/dealership/money.tsx";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { DayInput } from "#web/ui/fields/day-input.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input } from "#web/ui/fields/input.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { useAddCost, useChangeFigures, useRemoveCost } from "./deal-mutations.ts";
import type { DealVehicle, VehicleMoney } from "./deal-queries.ts";
import { formatShortDay } from "./format-day.ts";
import { dealMessages } from "./messages.ts";

/** A vehicle's purchase price, costs and margin. */
export function FiguresCard(props: { vehicle: DealVehicle; money: VehicleMoney }) {
  const { vehicle, money } = props;
  const { vehicle_figures: figures, vehicle_costs: costs } = money;
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby="figures" className="grid gap-4">
        <div className="grid gap-1">
          <h2 id="figures" className="flex items-center gap-2 font-semibold tracking-tight">
            <Lock aria-hidden="true" className="size-4 text-muted-foreground" />
            Costos y margen
          </h2>
          <p className="text-muted-foreground text-xs">{dealMessages.private}</p>
        </div>
        <Bought key={`${figures?.cost} ${figures?.acquired_on}`} vehicle={vehicle} money={money} />
        <Costs vehicle={vehicle} costs={costs} />
        <Summary vehicle={vehicle} money={money} />
      </section>
    </Card>
  );
}

/** Purchase price and date, saved on blur. */
function Bought({ vehicle, money }: { vehicle: DealVehicle; money: VehicleMoney }) {
  const { currency } = useUnits();
  const change = useChangeFigures(vehicle.id);
  const cost = money.vehicle_figures?.cost ?? null;
  const day = money.vehicle_figures?.acquired_on ?? "";
  const today = useToday(vehicle.user_id);
  const [typed, setTyped] = useState(formatAmountInput(cost, currency));
  const parsed = MoneyInput.safeParse(typed);
  useHeldPage(typed !== formatAmountInput(cost, currency));
  const save = () => {
    if (parsed.success && parsed.data !== cost) change.mutate({ cost: parsed.data });
  };
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={`Costo (${currencySign(currency)})`} error={parsed.error?.issues[0]?.message}>
        <Input
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
      </Field>
      <Field label="Adquirido el">
        <DayInput
          day={day}
          max={today}
          problemOf={(on) => dayProblem(on, today)}
          onWrite={(acquired_on) => change.mutate({ acquired_on: acquired_on || null })}
        />
      </Field>
    </div>
  );
}

function Costs({ vehicle, costs }: { vehicle: DealVehicle; costs: VehicleCost[] }) {
  const [adding, setAdding] = useState(false);
  const remove = useRemoveCost();
  return (
    <div className="grid gap-2">
      {costs.length > 0 && (
        <ul className="grid divide-y">
          {costs.map(({ id, label, amount, spent_on }) => (
            <li key={id} className="flex min-h-11 items-center gap-3 text-sm">
              <span className="wrap-anywhere min-w-0 flex-1">
                <span>{`${label} `}</span>
                <span className="text-muted-foreground text-xs">{formatShortDay(spent_on)}</span>
              </span>
              <span className="numeric">
                <Money amount={amount} />
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Quitar ${label}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <AddCost vehicle={vehicle} onClose={() => setAdding(false)} />
      ) : (
        <Button variant="outline" size="sm" className="w-fit" onClick={() => setAdding(true)}>
          Añadir gasto
        </Button>
      )}
    </div>
  );
}

function AddCost({ vehicle, onClose }: { vehicle: DealVehicle; onClose: () => void }) {
  const add = useAddCost(vehicle.id);
  const today = useToday(vehicle.user_id);
  useHeldPage(true);
  const { currency } = useUnits();
  const form = useForm({
    resolver: formResolver(CostInput.extend({ spent_on: pastDay(today, "Elige el día.") })),
    defaultValues: { label: "", amount: "", spent_on: today },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((cost) => add.mutate(cost, { onSuccess: onClose }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 rounded-lg bg-muted p-3">
      <Field label="En qué" error={errors.label?.message}>
        <Input {...form.register("label")} placeholder="Llantas, traslado, placas..." autoFocus />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={`Cuánto (${currencySign(currency)})`} error={errors.amount?.message}>
          <Input {...form.register("amount")} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label="Cuándo" error={errors.spent_on?.message}>
          <Input {...form.register("spent_on")} type="date" max={today} />
        </Field>
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={add.isPending}>
          Guardar gasto
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** Total cost and margin, based on the sale price or else the asking price. */
function Summary({ vehicle, money }: { vehicle: DealVehicle; money: VehicleMoney }) {
  const { currency } = useUnits();
  const { vehicle_figures: figures, vehicle_costs: costs, deals } = money;
  if (figures?.cost == null) return null;
  const total = figures.cost + costs.reduce((sum, { amount }) => sum + amount, 0);
  const sold = deals.find(({ kind }) => kind === "Venta")?.price ?? null;
  const price = sold ?? priceIn(currency, vehicle.price);
  const margin = price === null ? null : price - total;
  return (
    <dl className="numeric grid gap-1 border-t pt-3 text-sm">
      <Line label="Costo total">
        <Money amount={total} />
      </Line>
      {price !== null && (
        <Line label={sold === null ? "Precio pedido" : "Precio de venta"}>
          <Money amount={price} />
        </Line>
      )}
      {margin !== null && (
        <Line label="Margen" className="font-semibold text-base">
          <span className={margin < 0 ? "text-destructive-ink" : "text-success-ink"}>
            <Money amount={margin} />
          </span>
        </Line>
      )}
    </dl>
  );
}

function Line(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames("flex justify-between gap-4", props.className)}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
