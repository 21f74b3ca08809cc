import { useQuery } from "@tanstack/react-query";
import { ArrowRight, UserCheck, Users, UserX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { Card, CardHeader, StatCard } from "#web/ui/frame/card.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { AccountIdentity } from "../account-identity.tsx";
import { adminMessages } from "../admin-messages.ts";
import { AccountBadges } from "./account-badges.tsx";
import { noAccountFilter } from "./account-filter.ts";
import { accountCountsQuery } from "./account-list.ts";
import { AccountScroller } from "./account-scroller.tsx";

/**
 * The counts of Vista General (docs/product/admin.md) and the account list. `pending` is the card
 * about access requests, shown first.
 */
export function AccountOverview({ pending }: { pending: ReactNode }) {
  const { supabase } = useAuth();
  const { data: counts, isError } = useQuery(accountCountsQuery(supabase));
  const figure = (count: number | undefined) =>
    count === undefined ? isError ? "–" : <Skeleton className="h-6 w-10" /> : formatNumber(count);
  return (
    <div className="grid gap-4 sm:gap-5">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {pending}
        <StatCard label="Cuentas totales" icon={<Users />} value={figure(counts?.total)} />
        <StatCard label="Cuentas activas" icon={<UserCheck />} value={figure(counts?.active)} />
        <StatCard
          label="Cuentas inactivas"
          icon={<UserX />}
          value={figure(counts?.inactive)}
          hint="Con las que esperan una decisión"
        />
      </div>
      <Card className="overflow-hidden">
        <CardHeader
          title="Resumen de cuentas"
          className="items-center border-b"
          action={
            <Link
              to="/admin/users"
              className="touch-target inline-flex items-center gap-1 font-semibold text-primary-ink text-sm hover:underline"
            >
              Gestionar <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          }
        />
        <AccountSummary />
      </Card>
    </div>
  );
}

/** One line per account: name, role, vehicle count, status. */
function AccountSummary() {
  const { user } = useAuth();
  return (
    <AccountScroller
      filter={noAccountFilter}
      failure={adminMessages.profilesFailed}
      empty={null}
      renderRow={(account) => (
        <div className="flex items-center gap-3 px-4 py-3 sm:px-5">
          <Avatar name={displayName(account)} src={account.config?.profile?.logo} />
          <div className="min-w-0 grow">
            <AccountIdentity account={account} own={account.id === user?.id} />
          </div>
          <AccountBadges account={account} roleClass="hidden sm:inline-flex" />
        </div>
      )}
    />
  );
}
