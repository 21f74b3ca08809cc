import { AuditTrail } from "#web/features/audit/audit-trail.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";

export const meta = () => [{ title: "Auditoría | Vitrina" }];

export default function AdminAuditLog() {
  return (
    <>
      <PageHeader
        title="Auditoría"
        description="Lo que cada administrador cambió, en su propio nombre o en el de otra cuenta."
      />
      <AuditTrail />
    </>
  );
}
