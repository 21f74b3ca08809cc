import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { type Deal, ReservationInput } from "#contract/customers/deal.ts";
import { addDays } from "#contract/dealership-day.ts";
import { currencySign, formatAmountInput } from "#contract/units.ts";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input } from "#web/ui/fields/input.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { useReserve } from "./deal-mutations.ts";
import type { DealVehicle } from "./deal-queries.ts";
import { dealMessages } from "./messages.ts";

const shortcuts: [label: string, days: number][] = [
  ["Mañana", 1],
  ["3 días", 3],
  ["Una semana", 7],
];

type ReserveDialogProps = {
  vehicle: DealVehicle;
  /** The current reservation, to be edited. */
  reservation: Deal | undefined;
  onClose: () => void;
};

/** Reserves a vehicle until the end of a day. A failure keeps the typed values. */
export function ReserveDialog({ vehicle, reservation, onClose }: ReserveDialogProps) {
  const reserve = useReserve(vehicle.id);
  const { currency } = useUnits(vehicle.user_id);
  const today = useToday(vehicle.user_id);
  const sign = currencySign(currency);
  const formId = useId();
  const hideId = useId();
  useHeldPage(true);
  const form = useForm({
    resolver: formResolver(ReservationInput),
    defaultValues: {
      until: reservation?.until ?? vehicle.reserved_until ?? addDays(today, 3),
      buyer_name: reservation?.buyer_name ?? "",
      buyer_phone: reservation?.buyer_phone ?? "",
      deposit: formatAmountInput(reservation?.deposit ?? null, currency),
      hide: false,
    },
  });
  const { errors } = form.formState;
  const until = form.watch("until");
  const submit = form.handleSubmit((input) => reserve.mutate(input, { onSuccess: onClose }));
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Apartar"
        description="Quien vea el vehículo sabrá hasta cuándo está apartado, y nada más."
        footer={
          <Button type="submit" form={formId} loading={reserve.isPending} className="w-full">
            Apartar
          </Button>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
          <div className="col-span-full grid gap-2">
            <Field label="Hasta" required error={errors.until?.message}>
              <Input {...form.register("until")} type="date" min={today} />
            </Field>
            <div className="flex flex-wrap gap-2">
              {shortcuts.map(([label, days]) => (
                <Button
                  key={label}
                  size="sm"
                  variant={until === addDays(today, days) ? "secondary" : "outline"}
                  aria-pressed={until === addDays(today, days)}
                  onClick={() =>
                    form.setValue("until", addDays(today, days), { shouldValidate: true })
                  }
                >
                  {label}
                </Button>
              ))}
            </div>
          </div>
          <Field label="Para quién" aside="Opcional" error={errors.buyer_name?.message}>
            <Input {...form.register("buyer_name")} autoComplete="off" />
          </Field>
          <Field label="Teléfono" aside="Opcional" error={errors.buyer_phone?.message}>
            <Input {...form.register("buyer_phone")} type="tel" autoComplete="off" />
          </Field>
          <Field label={`Depósito (${sign})`} aside="Opcional" error={errors.deposit?.message}>
            <Input {...form.register("deposit")} inputMode="decimal" autoComplete="off" />
          </Field>
          {vehicle.published && (
            <div className="col-span-full flex items-center justify-between gap-4">
              <label htmlFor={hideId} className="grid gap-0.5 text-sm">
                <span className="font-medium">Ocultar mientras tanto</span>
                <span className="text-muted-foreground text-xs">{dealMessages.hideHint}</span>
              </label>
              <Controller
                control={form.control}
                name="hide"
                render={({ field }) => (
                  <Switch id={hideId} checked={field.value} onCheckedChange={field.onChange} />
                )}
              />
            </div>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}
