import { Outlet } from "react-router";
import { AccessGuard } from "./access-guard.tsx";
import { AdminTabs } from "./admin-tabs.tsx";

export default function AdminLayout() {
  return (
    <AccessGuard audience="admin">
      <AdminTabs />
      <Outlet />
    </AccessGuard>
  );
}
