import { RequestList } from "#web/features/access-requests/request-list.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";

export const meta = () => [{ title: "Solicitudes de acceso | Vitrina" }];

export default function AdminAccessRequests() {
  return (
    <>
      <PageHeader
        title="Solicitudes de acceso"
        description="Aprueba a quien debe entrar. Rechazar elimina la cuenta solicitada."
      />
      <RequestList />
    </>
  );
}
