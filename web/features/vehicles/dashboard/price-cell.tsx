import { Pencil } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Price } from "#web/session/money.tsx";
import { Input } from "#web/ui/controls/input.tsx";
import type { InventoryVehicle } from "../queries.ts";
import { useTypedPrice } from "./price-editor.tsx";

type PriceCellProps = { vehicle: InventoryVehicle; title: string };

/**
 * The price; pressed, it becomes a box. Enter or leaving the box saves, Escape leaves it as it was.
 */
export function PriceCell({ vehicle, title }: PriceCellProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (byKey: boolean) => {
    flushSync(() => setOpen(false));
    if (byKey) button.current?.focus();
  };
  if (open) return <PriceBox vehicle={vehicle} title={title} onClose={close} />;
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setOpen(true)}
      className="group/price -mx-1.5 flex h-8 w-[calc(100%+0.75rem)] items-center justify-end gap-1 rounded-md px-1.5 hover:bg-muted"
    >
      <Pencil
        aria-hidden="true"
        className="size-3 shrink-0 text-muted-foreground opacity-0 group-hover/price:opacity-100"
      />
      <span className="numeric truncate font-medium">
        <Price price={vehicle.price} dealershipId={vehicle.user_id} />
      </span>
      <span className="sr-only">, cambiar el precio de {title}</span>
    </button>
  );
}

type PriceBoxProps = PriceCellProps & { onClose: (byKey: boolean) => void };

function PriceBox({ vehicle, title, onClose }: PriceBoxProps) {
  const faultId = useId();
  const byKey = useRef(false);
  const closed = useRef(false);
  const close = () => {
    closed.current = true;
    onClose(byKey.current);
  };
  const { save, fault, saving } = useTypedPrice(vehicle, close);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    byKey.current = true;
    if (event.key === "Enter") save(event.currentTarget.value);
    else close();
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // A box that closes loses the focus, too.
    if (closed.current) return;
    byKey.current = false;
    save(event.currentTarget.value);
  };
  return (
    <span className="relative -mx-1.5 block">
      <Input
        autoFocus
        aria-label={`Precio de ${title}`}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && faultId}
        defaultValue={vehicle.price ?? ""}
        readOnly={saving}
        autoComplete="off"
        enterKeyHint="done"
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={press}
        onBlur={leave}
        className="numeric h-8 rounded-md px-1.5 text-right sm:text-sm"
      />
      {fault && (
        <span
          id={faultId}
          role="alert"
          className="absolute top-full right-0 z-10 mt-1 w-max rounded-md border bg-popover px-2.5 py-1.5 text-destructive-ink text-xs shadow-raised"
        >
          {fault}
        </span>
      )}
    </span>
  );
}
