import { Pencil } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { vehicleFields } from "#contract/vehicle-fields.ts";
import { Price } from "#web/session/dealership/money.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Input } from "#web/ui/fields/input.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { useChangePrice } from "../change-vehicle.ts";
import type { InventoryVehicle } from "../queries.ts";

/** Left-aligned in a card, right-aligned in the table. */
const LOOKS = {
  card: {
    button: "z-10 -ml-1.5 min-w-0 max-sm:grow max-sm:pr-0 sm:touch-target sm:h-7 sm:text-lg",
    // A phone's row has no room for the pencil.
    price:
      "font-semibold tracking-tight max-sm:max-w-[min(6.75rem,40vw)] max-sm:whitespace-normal max-sm:text-left max-sm:wrap-anywhere max-sm:text-[0.9375rem] max-sm:underline max-sm:decoration-dotted max-sm:decoration-input max-sm:underline-offset-4",
    pencil: "size-3.5 max-sm:hidden",
    box: "z-10 -ml-1.5 min-w-0 max-w-64 flex-1 max-sm:w-0 max-sm:self-center sm:-my-1",
    input: "h-9 font-semibold",
    error: "bottom-full left-0 mb-1",
  },
  cell: {
    button: "-mx-1.5 h-8 w-[calc(100%+0.75rem)] flex-row-reverse",
    price: "numeric font-medium",
    pencil: "size-3 opacity-0 group-hover/price:opacity-100",
    box: "-mx-1.5 block",
    input: "numeric h-8 text-right sm:text-sm",
    error: "top-full right-0 mt-1",
  },
} as const;

type EditablePriceProps = { vehicle: InventoryVehicle; title: string; look: keyof typeof LOOKS };

/** The price; a press turns it into an input. Enter or blur saves, Escape cancels. */
export function EditablePrice({ vehicle, title, look }: EditablePriceProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const styles = LOOKS[look];
  const isMissing = vehicle.price === null;
  const close = (byKey: boolean) => {
    flushSync(() => setOpen(false));
    if (byKey) button.current?.focus();
  };
  if (open) return <PriceBox vehicle={vehicle} title={title} look={look} onClose={close} />;
  return (
    <button
      ref={button}
      type="button"
      onClick={() => setOpen(true)}
      className={classNames(
        "group/price flex items-center gap-1.5 rounded-md px-1.5 hover:bg-muted",
        styles.button,
      )}
    >
      {isMissing && (
        <Badge variant="warning" className="h-5.5 px-1.5 text-2xs sm:hidden">
          Sin precio
        </Badge>
      )}
      <span className={classNames("truncate", styles.price, isMissing && "max-sm:hidden")}>
        <Price price={vehicle.price} dealershipId={vehicle.user_id} />
      </span>
      <Pencil
        aria-hidden="true"
        className={classNames("shrink-0 text-muted-foreground", styles.pencil)}
      />
      <span className="sr-only">{`, cambiar el precio de ${title}`}</span>
    </button>
  );
}

type PriceBoxProps = EditablePriceProps & { onClose: (byKey: boolean) => void };

function PriceBox({ vehicle, title, look, onClose }: PriceBoxProps) {
  const styles = LOOKS[look];
  const errorId = useId();
  const byKey = useRef(false);
  const closed = useRef(false);
  const close = () => {
    closed.current = true;
    onClose(byKey.current);
  };
  const { save, error, saving } = useTypedPrice(vehicle, close);
  useHeldPage(true);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    byKey.current = true;
    if (event.key === "Enter") save(event.currentTarget.value);
    else close();
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Closing the input also blurs it.
    if (closed.current) return;
    byKey.current = false;
    save(event.currentTarget.value);
  };
  return (
    <span className={classNames("relative", styles.box)}>
      <Input
        autoFocus
        aria-label={`Precio de ${title}`}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        defaultValue={vehicle.price ?? ""}
        placeholder="A consultar"
        readOnly={saving}
        autoComplete="off"
        enterKeyHint="done"
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={press}
        onBlur={leave}
        className={classNames("rounded-md px-1.5", styles.input)}
      />
      {error && (
        <span
          id={errorId}
          role="alert"
          className={classNames(
            "absolute z-10 w-max rounded-md border bg-popover px-2.5 py-1.5 text-destructive-ink text-xs shadow-raised",
            styles.error,
          )}
        >
          {error}
        </span>
      )}
    </span>
  );
}

/** Validates and saves a typed price; `onDone` is called once the vehicle has it. */
function useTypedPrice(vehicle: InventoryVehicle, onDone: () => void) {
  const change = useChangePrice();
  const [error, setError] = useState<string>();
  const save = (typed: unknown) => {
    if (change.isPending) return;
    const price = vehicleFields.price.input.safeParse(typed);
    if (!price.success) return setError(price.error.issues[0]?.message);
    if (price.data === vehicle.price) return onDone();
    change.mutate({ id: vehicle.id, value: price.data }, { onSuccess: onDone });
  };
  return { save, error, saving: change.isPending };
}
