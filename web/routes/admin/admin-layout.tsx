import { Outlet } from "react-router";
import { AccessGuard } from "#web/pages/access-guard.tsx";
import { AdminTabs } from "#web/pages/admin-tabs.tsx";

export default function AdminLayout() {
  return (
    <AccessGuard audience="admin">
      <AdminTabs />
      <Outlet />
    </AccessGuard>
  );
}
