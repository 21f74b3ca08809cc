import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { type Deal, SaleInput } from "#contract/customers/deal.ts";
import { pastDay } from "#contract/text/field-inputs.ts";
import { currencySign, formatAmountInput } from "#contract/units.ts";
import { sellersQuery } from "#web/api/sellers.ts";
import { useToday } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, Select } from "#web/ui/fields/input.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { useSell } from "./deal-mutations.ts";
import type { DealVehicle } from "./deal-queries.ts";
import { dealMessages } from "./messages.ts";

type SellDialogProps = {
  vehicle: DealVehicle;
  /** The current sale, to be edited. */
  sale: Deal | undefined;
  /** The asking price as a number. */
  asked: number | null;
  /** The person who reserved the vehicle. */
  buyer: Pick<Deal, "buyer_name" | "buyer_phone"> | undefined;
  onClose: () => void;
};

/** Records a sale; only the day is required. A failure keeps the typed values. */
export function SellDialog({ vehicle, sale, asked, buyer, onClose }: SellDialogProps) {
  const { supabase } = useAuth();
  const user = useActiveUser();
  const { currency } = useUnits(vehicle.user_id);
  const today = useToday(vehicle.user_id);
  const sign = currencySign(currency);
  const { data: sellers = [] } = useQuery(sellersQuery(supabase, vehicle.user_id));
  const sell = useSell(vehicle.id, sale ? dealMessages.saleChanged : dealMessages.sold);
  const formId = useId();
  useHeldPage(true);
  const form = useForm({
    resolver: formResolver(SaleInput.extend({ day: pastDay(today, "Elige el día de la venta.") })),
    defaultValues: {
      day: sale?.day ?? today,
      price: formatAmountInput(sale?.price ?? asked, currency),
      buyer_name: sale?.buyer_name ?? buyer?.buyer_name ?? "",
      buyer_phone: sale?.buyer_phone ?? buyer?.buyer_phone ?? "",
      seller_id: sale?.seller_id ?? (user.role === "admin" ? "" : user.id),
      commission: formatAmountInput(sale?.commission ?? null, currency),
    },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) => sell.mutate(input, { onSuccess: onClose }));
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={sale ? "La venta" : "Vender"}
        description={dealMessages.private}
        footer={
          <Button type="submit" form={formId} loading={sell.isPending} className="w-full">
            {sale ? "Guardar" : "Marcar como vendido"}
          </Button>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
          <Field label={`Precio de venta (${sign})`} error={errors.price?.message}>
            <Input {...form.register("price")} inputMode="decimal" autoComplete="off" />
          </Field>
          <Field label="Día" required error={errors.day?.message}>
            <Input {...form.register("day")} type="date" max={today} />
          </Field>
          <Field label="Comprador" aside="Opcional" error={errors.buyer_name?.message}>
            <Input {...form.register("buyer_name")} autoComplete="off" />
          </Field>
          <Field label="Teléfono" aside="Opcional" error={errors.buyer_phone?.message}>
            <Input {...form.register("buyer_phone")} type="tel" autoComplete="off" />
          </Field>
          <Field label="Vendedor" error={errors.seller_id?.message}>
            <Select key={sellers.length} {...form.register("seller_id")}>
              <option value="">Nadie</option>
              {sellers.map(({ id, full_name }) => (
                <option key={id} value={id}>
                  {full_name || "Sin nombre"}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={`Comisión (${sign})`} aside="Opcional" error={errors.commission?.message}>
            <Input {...form.register("commission")} inputMode="decimal" autoComplete="off" />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
