import { useQuery } from "@tanstack/react-query";
import { Car, Inbox, LayoutDashboard, MailX, ScrollText, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { pendingRequestsQuery } from "#web/features/access-requests/pending-requests.ts";
import { deadMailsQuery } from "#web/features/mails/dead-mails.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { TabLink, TabLinks } from "#web/ui/controls/tab-links.tsx";

/**
 * The tabs of the admin panel (docs/product/admin.md); for an admin, /dashboard is Vista General.
 */
export function AdminTabs() {
  const { supabase } = useAuth();
  const { data: requests = [] } = useQuery(pendingRequestsQuery(supabase));
  const { data: deadMails = [] } = useQuery(deadMailsQuery(supabase));
  const { pathname } = useLocation();
  const tabs = useRef<HTMLDivElement>(null);
  // On phones the tabs are wider than the screen, so each page scrolls its tab into view. A count
  // that loads later does not move them again, unless it pushes the open tab out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another open tab
  useEffect(() => {
    openTab(tabs.current)?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a count makes the row longer
  useEffect(() => {
    openTab(tabs.current)?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [requests.length, deadMails.length]);
  return (
    <div ref={tabs} className="pt-4 sm:pt-6">
      <TabLinks aria-label="Panel de administración">
        <TabLink to="/admin/dashboard" covers="/dashboard">
          <LayoutDashboard aria-hidden="true" />
          Vista General
        </TabLink>
        <TabLink to="/admin/users" covers="/admin/user/">
          <Users aria-hidden="true" />
          Gestionar Cuentas
        </TabLink>
        <TabLink to="/admin/platform-inventory">
          <Car aria-hidden="true" />
          Inventario Plataforma
        </TabLink>
        <TabLink to="/admin/access-requests">
          <Inbox aria-hidden="true" />
          Solicitudes
          <Waiting count={requests.length} />
        </TabLink>
        <TabLink to="/admin/audit-log">
          <ScrollText aria-hidden="true" />
          Auditoría
        </TabLink>
        <TabLink to="/admin/mail">
          <MailX aria-hidden="true" />
          Correos
          <Waiting count={deadMails.length} />
        </TabLink>
      </TabLinks>
    </div>
  );
}

function openTab(tabs: HTMLElement | null): Element | null | undefined {
  return tabs?.querySelector("[aria-current]:not([aria-current=false])");
}

/** A badge with the number of pending items; nothing for zero. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="numeric grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 font-semibold text-2xs text-primary-foreground">
      {count}
    </span>
  );
}
