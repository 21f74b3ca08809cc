import { Outlet } from "react-router";
import { TopBar } from "#web/features/accounts/top-bar.tsx";
import { LeadsLink } from "#web/features/leads/leads-link.tsx";
import { AccessGuard } from "./access-guard.tsx";

export default function MemberLayout() {
  return (
    <AccessGuard audience="member">
      <a
        href="#contenido"
        className="sr-only z-60 rounded-md bg-popover px-4 py-3 font-semibold shadow-raised focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Saltar al contenido
      </a>
      <TopBar leads={<LeadsLink />} />
      <main id="contenido" className="page-width pb-16">
        <Outlet />
      </main>
    </AccessGuard>
  );
}
