import { Outlet } from "react-router";
import { AccessGuard } from "./access-guard.tsx";

export default function GuestLayout() {
  return (
    <AccessGuard audience="guest">
      <Outlet />
    </AccessGuard>
  );
}
