import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { localDay } from "#contract/dealership-day.ts";
import { formatPrice, priceIn } from "#contract/price.ts";
import { whatsappAddress } from "#contract/text/whatsapp-address.ts";
import type { Currency } from "#contract/units.ts";
import { useZone } from "#web/session/dealership/use-today.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import type { DealVehicle } from "./deal-queries.ts";
import { formatShortDay } from "./format-day.ts";
import { interestedCustomersQuery, type PriceChange, priceChangesQuery } from "./price-queries.ts";

/** How long a price drop is announced, in milliseconds. */
const NEWS_MS = 14 * 86_400_000;

type PriceHistoryProps = {
  vehicle: DealVehicle;
  /**
   * The vehicle's name in a message, and its public URL with a fresh preview; null while it is not
   * public.
   */
  title: string;
  link: string | null;
};

/**
 * A vehicle's past prices with their dates. After a price drop it offers to message the people who
 * asked. Hidden while there is only one price.
 */
export function PriceHistory({ vehicle, title, link }: PriceHistoryProps) {
  const { supabase } = useAuth();
  const { data: changes = [] } = useQuery(priceChangesQuery(supabase, vehicle));
  const { currency } = useUnits(vehicle.user_id);
  const zone = useZone(vehicle.user_id);
  const [last] = changes;
  if (!last) return null;
  const isNews =
    vehicle.status !== "Vendido" &&
    Date.now() - Date.parse(last.created_at) < NEWS_MS &&
    changeOf(last, currency) < 0;
  const news = `el ${title} por el que preguntaste bajó a ${formatPrice(last.new_price, currency)}. ¿Te gustaría verlo? ${link}`;
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby="prices" className="grid gap-3">
        <h2 id="prices" className="font-semibold tracking-tight">
          Historial de precios
        </h2>
        <ul className="grid gap-1.5 text-sm">
          {changes.map((change) => (
            <li key={change.id} className="numeric flex flex-wrap items-center gap-x-2">
              <Direction change={change} currency={currency} />
              <span>
                {[change.old_price, change.new_price]
                  .map((price) => formatPrice(price, currency))
                  .join(" → ")}
              </span>
              <time dateTime={change.created_at} className="ml-auto text-muted-foreground text-xs">
                {formatShortDay(localDay(new Date(change.created_at), zone))}
              </time>
            </li>
          ))}
        </ul>
        {isNews && link && <MessageInterestedCustomers vehicle={vehicle} news={news} />}
      </section>
    </Card>
  );
}

function Direction({ change, currency }: { change: PriceChange; currency: Currency }) {
  const difference = changeOf(change, currency);
  if (difference === 0) return <span className="size-4" />;
  return difference < 0 ? (
    <ArrowDown role="img" aria-label="Bajó" className="size-4 text-success-ink" />
  ) : (
    <ArrowUp role="img" aria-label="Subió" className="size-4 text-muted-foreground" />
  );
}

/** The difference; 0 if either price is not a number. */
function changeOf({ old_price, new_price }: PriceChange, currency: Currency): number {
  const [before, after] = [priceIn(currency, old_price), priceIn(currency, new_price)];
  return before === null || after === null ? 0 : after - before;
}

/** Prepares a message for each reachable person who asked about the vehicle. */
function MessageInterestedCustomers({
  vehicle,
  news,
}: Pick<PriceHistoryProps, "vehicle"> & { news: string }) {
  const { supabase } = useAuth();
  const { data: people = [] } = useQuery(interestedCustomersQuery(supabase, vehicle));
  const [open, setOpen] = useState(false);
  if (people.length === 0) return null;
  return (
    <>
      <Button variant="outline" className="w-full sm:w-fit" onClick={() => setOpen(true)}>
        {`Avisar a quienes preguntaron (${people.length})`}
      </Button>
      {open && (
        <Dialog open onOpenChange={setOpen}>
          <DialogContent
            title="Avisar de la bajada"
            description="Cada mensaje se abre en WhatsApp, listo para enviar."
          >
            <ul className="grid divide-y">
              {people.map(({ id, name, phone }) => (
                <li key={id} className="flex min-h-14 items-center gap-3">
                  <span className="wrap-anywhere min-w-0 flex-1 font-medium">{name}</span>
                  <Button asChild variant="whatsapp" size="sm">
                    <a
                      href={whatsappAddress(phone, `Hola, ${name.trim().split(/\s+/)[0]}: ${news}`)}
                      target="_blank"
                      rel="noopener noreferrer"
                      aria-label={`Avisar a ${name} por WhatsApp`}
                    >
                      <WhatsappIcon />
                      WhatsApp
                    </a>
                  </Button>
                </li>
              ))}
            </ul>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}
