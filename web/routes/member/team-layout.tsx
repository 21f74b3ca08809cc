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

/** Another dealership, as an admin goes from one to the next, begins anew. */
function ActiveTeam() {
  const { id } = useActiveUser();
  return <Outlet key={id} />;
}
