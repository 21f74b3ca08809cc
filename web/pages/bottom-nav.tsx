import {
  ArrowDownUp,
  Car,
  ChartColumn,
  Ellipsis,
  ExternalLink,
  Gauge,
  Inbox,
  LogOut,
  Plus,
  Settings,
  Users,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { publicPageOf } from "#web/features/accounts/top-bar.tsx";
import { mayAddVehicles } from "#web/features/vehicles/form/vehicle-owner.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";

/** Pages that people switch between often. Forms have their own bar at the lower edge. */
const SHOWN = /^\/(dashboard|sales|inventory-health|leads|leads\/taps|team|vehicle\/[^/]+)\/?$/;

const itemStyles =
  "relative grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-0.5 rounded-lg px-[min(0.25rem,1vw)] font-medium text-[min(0.6875rem,3.4vw)] leading-4 text-muted-foreground aria-[current=page]:text-foreground aria-[current=page]:font-bold [&_svg]:size-5";

/** Whether the current page has the bottom navigation on phones. */
export function useHasBottomNav(): boolean {
  const { role } = useActiveUser();
  const { pathname } = useLocation();
  return SHOWN.test(pathname) && (role === "concesionario" || role === "vendedor");
}

/**
 * The bottom navigation of phones, for members who sell. `newLeads` is the number of unanswered
 * leads.
 */
export function BottomNav({ newLeads, seesFigures }: { newLeads: number; seesFigures: boolean }) {
  const user = useActiveUser();
  const isDealership = user.role === "concesionario";
  if (!useHasBottomNav()) return null;
  return (
    <nav
      aria-label="Principal"
      className="fixed inset-x-0 bottom-0 z-20 flex items-stretch border-t bg-card/95 px-[min(0.5rem,2vw)] pb-[env(safe-area-inset-bottom)] backdrop-blur sm:hidden"
    >
      <NavLink to="/dashboard" icon={<Car />}>
        Inventario
      </NavLink>
      <NavLink to="/leads" icon={<Inbox />} count={newLeads}>
        Prospectos
      </NavLink>
      {isDealership && mayAddVehicles(user) && (
        <Link to="/add-vehicle" aria-label="Añadir Vehículo" className={itemStyles}>
          <span className="grid size-[min(2.75rem,18vw)] place-items-center rounded-full bg-primary text-primary-foreground shadow-raised">
            <Plus aria-hidden="true" />
          </span>
        </Link>
      )}
      {isDealership && (
        <NavLink to="/team" icon={<Users />}>
          Equipo
        </NavLink>
      )}
      <More seesFigures={seesFigures} />
    </nav>
  );
}

function NavLink(props: { to: string; icon: ReactNode; count?: number; children: string }) {
  const { to, icon, count = 0, children } = props;
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link to={to} aria-current={isHere ? "page" : undefined} className={itemStyles}>
      <span aria-hidden="true" className="contents">
        {icon}
      </span>
      {children}
      <NewCount
        count={count}
        className="absolute top-1 left-[calc(50%+0.25rem)] ring-2 ring-card"
      />
    </Link>
  );
}

const MOST_SHOWN = 99;

/** A badge with the number of unanswered leads; nothing for zero. */
export function NewCount({ count, className }: { count: number; className: string }) {
  if (count === 0) return null;
  return (
    <span
      className={`numeric grid h-5 min-w-5 place-items-center rounded-full bg-destructive px-1 font-semibold text-2xs text-destructive-foreground ${className}`}
    >
      <span>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="sr-only">{count === 1 ? "nuevo" : "nuevos"}</span>
    </span>
  );
}

const lineStyles =
  "flex min-h-12 w-full items-center gap-3 rounded-lg px-2 text-left font-medium hover:bg-muted [&_svg]:size-5 [&_svg]:text-muted-foreground";

/** A menu of less frequent pages. */
function More({ seesFigures }: { seesFigures: boolean }) {
  const { user, impersonatedUser, signOut } = useAuth();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const page = user && !impersonatedUser ? publicPageOf(user) : null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={itemStyles}
      >
        <Ellipsis aria-hidden="true" />
        Más
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen}>
          <DialogContent title="Más">
            <ul className="grid gap-1">
              {seesFigures && (
                <li>
                  <Link to="/sales" onClick={close} className={lineStyles}>
                    <ChartColumn aria-hidden="true" />
                    Ventas
                  </Link>
                </li>
              )}
              <li>
                <Link to="/inventory-health" onClick={close} className={lineStyles}>
                  <Gauge aria-hidden="true" />
                  Salud del inventario
                </Link>
              </li>
              {page && (
                <li>
                  <a href={page.address} target="_blank" rel="noopener" className={lineStyles}>
                    <ExternalLink aria-hidden="true" />
                    <span>{page.label}</span>
                  </a>
                </li>
              )}
              <li>
                <Link to="/inventory/transfer" onClick={close} className={lineStyles}>
                  <ArrowDownUp aria-hidden="true" />
                  Importar y exportar
                </Link>
              </li>
              <li>
                <Link to="/settings" onClick={close} className={lineStyles}>
                  <Settings aria-hidden="true" />
                  Configuración
                </Link>
              </li>
              <li>
                <button
                  type="button"
                  onClick={signOut}
                  className={classNames(lineStyles, "text-destructive-ink")}
                >
                  <LogOut aria-hidden="true" />
                  Cerrar sesión
                </button>
              </li>
            </ul>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}
