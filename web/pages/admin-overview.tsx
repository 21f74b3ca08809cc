import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { PendingCard } from "#web/features/access-requests/pending-card.tsx";
import { AccountOverview } from "#web/features/accounts/directory/account-overview.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";

/**
 * Vista General: pending requests and the platform's accounts, with a refresh button
 * (docs/product/admin.md).
 */
export function AdminOverview() {
  const queries = useQueryClient();
  const fetching = useIsFetching() > 0;
  return (
    <>
      <PageHeader
        title="Vista General"
        description="Las cuentas de la plataforma y lo que espera una decisión."
        actions={
          <Button
            variant="outline"
            icon={<RefreshCw aria-hidden="true" />}
            loading={fetching}
            onClick={() => queries.invalidateQueries()}
          >
            Actualizar
          </Button>
        }
      />
      <AccountOverview pending={<PendingCard />} />
    </>
  );
}
