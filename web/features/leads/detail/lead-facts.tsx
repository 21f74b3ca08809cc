import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Lead } from "#contract/customers/lead.ts";
import { callAddress } from "#contract/text/call-address.ts";
import { formatPhone } from "#contract/text/format-phone.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { VehicleThumbnail } from "#web/ui/picture/vehicle-photo.tsx";
import { prospectOf } from "../describe-lead.ts";
import { isSold } from "./answer-links.ts";
import { LeadRecipient } from "./lead-recipient.tsx";

/** The vehicle and the customer's message, or the person who referred the friend. */
export function LeadRequest({ lead }: { lead: Lead }) {
  const { kind, message, vehicle_title } = lead;
  if (kind !== "referral" && !message && !vehicle_title) return null;
  return (
    <div className="wrap-anywhere grid gap-1 rounded-xl bg-muted px-4 py-3 text-sm leading-relaxed">
      {vehicle_title && (
        <div className="flex items-center gap-3">
          <LeadThumbnail lead={lead} />
          <p className="flex flex-wrap items-center gap-x-2">
            <VehicleName id={lead.vehicle_id} title={vehicle_title} />
            <SoldBadge lead={lead} />
          </p>
        </div>
      )}
      {message && <p className="whitespace-pre-line">{message}</p>}
      {kind === "referral" && (
        <p>
          De parte de <span className="font-medium">{lead.name}</span>
          {lead.phone && (
            <span>
              {", "}
              <PhoneLink phone={lead.phone} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** The customer's contact data and the assigned person. */
export function LeadFacts({ lead, onGone }: { lead: Lead; onGone: () => void }) {
  const { phone, email } = prospectOf(lead);
  return (
    <dl className="grid gap-3 text-sm">
      {phone && (
        <FactRow name="Teléfono">
          <PhoneLink phone={phone} />
        </FactRow>
      )}
      {email && <FactRow name="Correo electrónico">{email}</FactRow>}
      <FactRow name="Vendedor">
        <LeadRecipient lead={lead} onGone={onGone} />
      </FactRow>
    </dl>
  );
}

/** The first photo of the lead's vehicle, if it still exists. */
export function LeadThumbnail({ lead, className }: { lead: Lead; className?: string }) {
  const { vehicle } = lead;
  if (!vehicle) return null;
  return (
    <VehicleThumbnail
      photo={vehicle.cover ?? undefined}
      sizes="64px"
      alt=""
      className={classNames(
        "h-12 w-16 shrink-0 rounded-lg",
        vehicle.status === "Vendido" && "opacity-70 saturate-50",
        className,
      )}
    />
  );
}

export function SoldBadge({ lead }: { lead: Lead }) {
  return isSold(lead) && <Badge>Vendido</Badge>;
}

function VehicleName({ id, title }: { id: string | null; title: string }) {
  if (id === null) {
    return (
      <span className="font-medium">
        <span>{`${title} `}</span>
        <span className="font-normal text-muted-foreground">(ya no está en el inventario)</span>
      </span>
    );
  }
  return (
    <Link
      to={`/vehicle/${id}`}
      className="touch-target w-fit font-semibold text-primary-ink hover:underline"
    >
      {title}
    </Link>
  );
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

function PhoneLink({ phone }: { phone: string }) {
  const address = callAddress(phone);
  if (!address) return <span>{phone}</span>;
  return (
    <a href={address} className="numeric touch-target inline-block hover:underline">
      {formatPhone(phone)}
    </a>
  );
}
