import { TransferPage } from "#web/features/transfer/transfer-page.tsx";
import { mayAddVehicles, vehicleOwner } from "#web/features/vehicles/form/vehicle-owner.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";

export const meta = () => [{ title: "Importar y exportar | Vitrina" }];

export default function Transfer() {
  const user = useActiveUser();
  const { impersonatedUser } = useAuth();
  const ownerId = vehicleOwner(user);
  return (
    <TransferPage
      key={user.id}
      transfer={ownerId ? { ownerId, person: user.id } : null}
      mayImport={mayAddVehicles(user)}
      // An impersonating admin cannot export everything: the database refuses it.
      mayDownloadAll={ownerId === user.id && !impersonatedUser}
    />
  );
}
