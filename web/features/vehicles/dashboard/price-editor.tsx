import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { vehicleFields } from "#contract/vehicle-fields.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import { useChangePrice } from "../change-vehicle.ts";
import type { InventoryVehicle } from "../queries.ts";

type PriceEditorProps = { vehicle: InventoryVehicle; title: string };

/** The pencil beside a card's price, and the box that it opens. */
export function PriceEditor({ vehicle, title }: PriceEditorProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Cambiar el precio de ${title}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="touch-target relative z-10 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        <Pencil aria-hidden="true" className="size-3.5" />
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen}>
          <DialogContent title="Precio" description={title}>
            <PriceForm vehicle={vehicle} onDone={() => setOpen(false)} />
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

function PriceForm({ vehicle, onDone }: { vehicle: InventoryVehicle; onDone: () => void }) {
  const { save, fault, saving } = useTypedPrice(vehicle, onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(new FormData(event.currentTarget).get("price"));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Precio" error={fault} hint="Un número, o una frase como «A consultar».">
        <Input
          name="price"
          defaultValue={vehicle.price ?? ""}
          autoComplete="off"
          enterKeyHint="done"
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <Button type="submit" size="lg" loading={saving}>
        Guardar
      </Button>
    </form>
  );
}

/** Saves a price as it was typed, unless a rule forbids it; `onDone` when it is the vehicle's. */
export function useTypedPrice(vehicle: InventoryVehicle, onDone: () => void) {
  const change = useChangePrice();
  const [fault, setFault] = useState<string>();
  const save = (typed: unknown) => {
    if (change.isPending) return;
    const price = vehicleFields.price.input.safeParse(typed);
    if (!price.success) return setFault(price.error.issues[0]?.message);
    if (price.data === vehicle.price) return onDone();
    change.mutate({ id: vehicle.id, value: price.data }, { onSuccess: onDone });
  };
  return { save, fault, saving: change.isPending };
}
