import { formatAccountPhone } from "#contract/text/format-phone.ts";
import { displayName } from "#web/session/session-user.ts";
import type { Account } from "./directory/account-list.ts";
import { formatCount } from "./directory/account-list.ts";

/** An account's name, contact and dealership, on three lines. */
export function AccountIdentity({ account, own }: { account: Account; own: boolean }) {
  const belongings = describeBelongings(account);
  return (
    <div className="min-w-0">
      <p className="truncate font-medium text-sm">
        <span>{displayName(account)}</span>
        {own && <span className="font-normal text-muted-foreground"> (tú)</span>}
      </p>
      <p className="truncate text-muted-foreground text-xs">
        {account.email || formatAccountPhone(account.phone ?? "")}
      </p>
      {belongings && <p className="numeric truncate text-muted-foreground text-xs">{belongings}</p>}
    </div>
  );
}

function describeBelongings(account: Account): string | null {
  const { role, vehicle_count, dealership } = account;
  if (account.asked_role && !dealership) return null;
  if (role === "concesionario") return formatCount(vehicle_count ?? 0, "vehículo", "vehículos");
  if (role !== "vendedor") return null;
  return dealership ? `En ${dealership.full_name}` : "Sin concesionario";
}
