import { LogOut, Settings, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { ThemeToggle } from "#web/ui/theme.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { ImpersonationBanner } from "./impersonation-banner.tsx";
import { RoleBadge } from "./role-badge.tsx";

/** The bar above every private page (spec section 2 "Top bar"): words on wide screens, icons on phones. */
export function TopBar() {
  const { user, activeUser, impersonatedUser, signOut } = useAuth();
  if (!user || !activeUser) return null;
  return (
    <header className="sticky top-0 z-40 border-b bg-background/85 backdrop-blur-lg supports-not-[backdrop-filter:blur(1px)]:bg-background">
      <ImpersonationBanner />
      <div className="page-width flex h-15 items-center gap-1 sm:gap-2">
        <Link
          to="/dashboard"
          aria-label="Vitrina, ir al panel"
          className="touch-target inline-flex rounded-lg"
        >
          <Logo className="max-sm:[&>span]:hidden" />
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
          <p className="hidden min-w-0 truncate text-muted-foreground text-sm md:block">
            Hola, <span className="font-medium text-foreground">{displayName(activeUser)}</span>
          </p>
          <RoleBadge role={activeUser.role} className="mx-1 sm:mx-2" />
          {user.role === "admin" && !impersonatedUser && (
            <BarLink to="/admin/dashboard" label="Panel de administración" icon={<ShieldCheck />} />
          )}
          <Tooltip content="Configuración">
            <Button asChild variant="ghost" size="icon">
              <Link to="/settings" aria-label="Configuración">
                <Settings aria-hidden="true" />
              </Link>
            </Button>
          </Tooltip>
          <ThemeToggle />
          <Tooltip content="Cerrar sesión">
            <Button variant="ghost" size="icon" aria-label="Cerrar sesión" onClick={signOut}>
              <LogOut aria-hidden="true" />
            </Button>
          </Tooltip>
        </div>
      </div>
    </header>
  );
}

function BarLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <Button asChild variant="ghost" className="px-3">
      <Link to={to} aria-label={label}>
        {icon}
        <span className="hidden lg:inline">{label}</span>
      </Link>
    </Button>
  );
}
