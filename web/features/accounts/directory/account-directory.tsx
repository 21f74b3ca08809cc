import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { AccountRole } from "#contract/accounts/account-inputs.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FilterChoice } from "#web/ui/controls/filter-choice.tsx";
import { useQueryParams } from "#web/ui/controls/use-query-params.ts";
import { SearchBox, useDebouncedText } from "#web/ui/fields/search-box.tsx";
import { Card, CardHeader } from "#web/ui/frame/card.tsx";
import { DeleteDialog } from "#web/ui/overlays/delete-dialog.tsx";
import { NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { adminMessages, describeDeletion, roleLabel } from "../admin-messages.ts";
import {
  type AccountFilter,
  noAccountFilter,
  readAccountFilter,
  writeAccountFilter,
} from "./account-filter.ts";
import { type Account, accountListQuery, formatCount } from "./account-list.ts";
import { AccountRow } from "./account-row.tsx";
import { AccountScroller } from "./account-scroller.tsx";

/** All accounts with count, filters and actions (docs/product/admin.md). */
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

type AccountFilterBarProps = {
  filter: AccountFilter;
  typed: string;
  onType: (text: string) => void;
  onChange: (part: Partial<AccountFilter>) => void;
};

/** Search, role and status filters of the account list. */
function AccountFilterBar({ filter, typed, onType, onChange }: AccountFilterBarProps) {
  return (
    <search className="flex flex-wrap gap-2 p-4 pt-0 sm:px-5">
      <SearchBox
        label="Buscar cuentas"
        placeholder="Nombre, correo o teléfono..."
        value={typed}
        onType={onType}
        className="w-full md:w-auto md:flex-1"
      />
      <FilterChoice
        aria-label="Rol"
        value={filter.role}
        onChange={(event) => onChange({ role: readOption("rol", event.target.value).role })}
      >
        <option value="">Rol: todos</option>
        {AccountRole.options.map((role) => (
          <option key={role} value={role}>
            {roleLabel(role)}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice
        aria-label="Estado"
        value={filter.state}
        onChange={(event) => onChange({ state: readOption("estado", event.target.value).state })}
      >
        <option value="">Estado: todos</option>
        <option value="activo">Activo</option>
        <option value="inactivo">Inactivo</option>
        <option value="pendiente">Solicitud pendiente</option>
      </FilterChoice>
    </search>
  );
}

/** Parses a select's value as a URL parameter. */
function readOption(name: string, value: string): AccountFilter {
  return readAccountFilter(new URLSearchParams({ [name]: value }));
}

type DeleteAccountDialogProps = { account: Account; open: boolean; onClose: () => void };

/** Confirms the deletion of an account with all its data (rpc delete_user_by_admin). */
function DeleteAccountDialog({ account, open, onClose }: DeleteAccountDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const name = displayName(account);
  const remove = async () => {
    const { error } = await supabase.rpc("delete_user_by_admin", { target_user_id: account.id });
    return error && requestErrorMessage(error);
  };
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title={adminMessages.deleteTitle}
      description={describeDeletion(name, account.role)}
      onDelete={remove}
      onSettled={() => queries.invalidateQueries()}
      deleted={{
        title: adminMessages.deleted,
        description: `¡Usuario eliminado! La cuenta de ${name} ya no existe.`,
      }}
      failedTitle={adminMessages.deleteFailed}
    />
  );
}

/**
 * The filter, stored in the URL so that reload, bookmarks and Back restore it. `typed` is the text
 * in the search box.
 */
function useAccountFilter() {
  const [parameters, changeAddress] = useQueryParams();
  const filter = readAccountFilter(parameters);
  const change = useCallback(
    (part: Partial<AccountFilter>) =>
      changeAddress((current) =>
        writeAccountFilter(current, { ...readAccountFilter(current), ...part }),
      ),
    [changeAddress],
  );
  const search = useCallback((text: string) => change({ text }), [change]);
  const [typed, type] = useDebouncedText(filter.text, search);
  return { filter, typed, type, change };
}
