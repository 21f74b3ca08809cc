import { Outlet } from "react-router";
import { AccessGuard } from "#web/pages/access-guard.tsx";
import { useActiveUser } from "#web/session/use-auth.ts";

export default function TeamLayout() {
  return (
    <AccessGuard audience="dealer">
      <ActiveTeam />
    </AccessGuard>
  );
}

/** Remounts when an admin switches to another dealership. */
function ActiveTeam() {
  const { id } = useActiveUser();
  return <Outlet key={id} />;
}
