import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, CardHeader } from "#web/ui/frame/card.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { adminMessages } from "../admin-messages.ts";
import { noAccountFilter } from "./account-filter.ts";
import { AccountFilterBar } from "./account-filter-bar.tsx";
import { type Account, accountListQuery } from "./account-list.ts";
import { AccountRow } from "./account-row.tsx";
import { AccountScroller } from "./account-scroller.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { formatCount } from "./format-count.ts";
import { useAccountFilter } from "./use-account-filter.ts";

/**
 * All accounts with their number, filters and the acts of each one (product section 2 "Gestionar
 * Cuentas").
 */
export function AccountDirectory() {
  const { supabase } = useAuth();
  const { filter, typed, type, change } = useAccountFilter();
  const { data } = useInfiniteQuery(accountListQuery(supabase, filter));
  const total = data?.pages.at(-1)?.total;
  const [deleting, setDeleting] = useState<Account | null>(null);
  const [asking, setAsking] = useState(false);

  return (
    <Card className="min-w-0 overflow-hidden">
      <CardHeader
        title="Usuarios"
        action={
          <p aria-live="polite" className="numeric text-muted-foreground text-sm">
            {total === undefined ? "" : formatCount(total, "cuenta", "cuentas")}
          </p>
        }
      />
      <AccountFilterBar filter={filter} typed={typed} onType={type} onChange={change} />
      <div className="border-t">
        <AccountScroller
          filter={filter}
          failure={adminMessages.usersFailed}
          empty={<NoAccounts onClear={() => change(noAccountFilter)} />}
          renderRow={(account) => (
            <AccountRow
              account={account}
              onDelete={() => {
                setDeleting(account);
                setAsking(true);
              }}
            />
          )}
        />
      </div>
      {deleting && (
        <DeleteAccountDialog
          key={deleting.id}
          account={deleting}
          open={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function NoAccounts({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      className="m-4 sm:m-5"
      drawing={<NothingFoundDrawing />}
      title="Ninguna cuenta coincide"
      description="Prueba con otra búsqueda o quita los filtros."
      action={
        <Button variant="outline" onClick={onClear}>
          Quitar filtros
        </Button>
      }
    />
  );
}
