import { Check, Mail, Phone, X } from "lucide-react";
import { useId } from "react";
import type { AccessRequest } from "#contract/accounts/access-request.ts";
import { formatAccountPhone } from "#contract/text/format-phone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { mailAddress } from "#web/ui/mail-address.ts";
import { timeSince } from "#web/ui/time-since.ts";

export type RequestCardProps = {
  request: AccessRequest;
  /** True while a decision is being sent. */
  pending: boolean;
  onApprove: () => void;
  onReject: () => void;
};

/** A pending request with its approve and reject buttons. */
export function RequestCard({ request, pending, onApprove, onReject }: RequestCardProps) {
  const nameId = useId();
  const dealership = request.account_type === "concesionario";
  return (
    <Card className="flex flex-col">
      <article aria-labelledby={nameId} className="flex grow flex-col gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-start gap-3">
          <Avatar name={request.name} />
          <div className="min-w-0 grow basis-32">
            <h2 id={nameId} className="wrap-anywhere font-semibold leading-snug">
              {request.name}
            </h2>
            <time
              dateTime={request.created_at}
              title={moment.format(new Date(request.created_at))}
              className="text-muted-foreground text-xs"
            >
              {timeSince(new Date(request.created_at), new Date())}
            </time>
          </div>
          <Badge variant={dealership ? "info" : "neutral"}>
            {dealership ? "Concesionario" : "Vendedor"}
          </Badge>
        </div>
        <div className="grid grid-cols-1 gap-2 text-sm">
          <a href={mailAddress(request.email)} className={contactStyles}>
            <Mail aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            <span className="truncate">{request.email}</span>
          </a>
          <a href={`tel:${international(request.phone)}`} className={contactStyles}>
            <Phone aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            <span className="numeric">{formatAccountPhone(request.phone)}</span>
          </a>
        </div>
        {request.message && (
          <p className="wrap-anywhere whitespace-pre-line rounded-lg bg-muted px-3.5 py-2.5 text-sm leading-relaxed">
            {request.message}
          </p>
        )}
        <div className="mt-auto grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2 pt-1">
          <Button variant="outline" aria-describedby={nameId} disabled={pending} onClick={onReject}>
            <X aria-hidden="true" />
            Rechazar
          </Button>
          <Button
            icon={<Check aria-hidden="true" />}
            aria-describedby={nameId}
            loading={pending}
            onClick={onApprove}
          >
            Aprobar
          </Button>
        </div>
      </article>
    </Card>
  );
}

const contactStyles =
  "touch-target inline-flex w-fit max-w-full items-center gap-2 rounded-sm hover:underline";

/** Phones are stored as digits with the country code; dialing from abroad needs the plus sign. */
function international(phone: string): string {
  return /^\d+$/.test(phone) ? `+${phone}` : phone;
}

const moment = new Intl.DateTimeFormat("es", { dateStyle: "medium", timeStyle: "medium" });
