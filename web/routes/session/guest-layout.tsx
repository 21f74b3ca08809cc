import { Outlet } from "react-router";
import { AccessGuard } from "#web/pages/access-guard.tsx";

export default function GuestLayout() {
  return (
    <AccessGuard audience="guest">
      <Outlet />
    </AccessGuard>
  );
}
