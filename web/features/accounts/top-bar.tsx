import { ExternalLink, LogOut, Settings, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { displayName, type SessionUser } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Tooltip } from "#web/ui/controls/tooltip.tsx";
import { Logo } from "#web/ui/frame/logo.tsx";
import { ThemeToggle } from "#web/ui/theme/theme.tsx";
import { RoleBadge } from "./directory/role-badge.tsx";
import { ImpersonationBanner } from "./impersonation-banner.tsx";

/**
 * The bar above every private page (product section 2 "Top bar"): words on wide screens; on phones
 * icons, and the greeting below them. `leads` is the way to Prospectos.
 */
export function TopBar({ leads }: { leads: ReactNode }) {
  const { user, activeUser, impersonatedUser, signOut } = useAuth();
  if (!user || !activeUser) return null;
  return (
    <header className="sticky top-0 z-40 border-b bg-background/85 backdrop-blur-lg supports-not-[backdrop-filter:blur(1px)]:bg-background">
      <ImpersonationBanner />
      <div className="page-width flex items-center max-sm:flex-wrap gap-x-1 max-sm:pt-1 max-sm:pb-2 sm:h-15 sm:gap-x-2">
        <Link
          to="/dashboard"
          aria-label="Vitrina, ir al panel"
          className="touch-target inline-flex rounded-lg"
        >
          <Logo className="max-sm:[&>span]:hidden" />
        </Link>
        <div className="flex min-w-0 items-center gap-2 max-sm:order-last max-sm:basis-full sm:ml-auto">
          <Greeting name={displayName(activeUser)} />
          <RoleBadge role={activeUser.role} className="max-sm:ml-auto max-sm:h-5 sm:mr-2" />
        </div>
        <div className="flex items-center max-sm:ml-auto sm:gap-2 max-sm:[&_.button]:w-10 max-sm:[&_.button]:px-0">
          {user.role === "admin" && !impersonatedUser && (
            <BarLink to="/admin/dashboard" label="Panel de administración" icon={<ShieldCheck />} />
          )}
          {!impersonatedUser && <PublicPageLink user={user} />}
          {leads}
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

/** A long name is cut, and whole in its title. */
function Greeting({ name }: { name: string }) {
  return (
    <p title={name} className="min-w-0 truncate text-muted-foreground text-sm">
      Hola, <span className="font-medium text-foreground">{name}</span>
    </p>
  );
}

const publicPages: Record<string, { label: string; prefix: string }> = {
  concesionario: { label: "Mi Página Pública", prefix: "/i/" },
  vendedor: { label: "Mi Tarjeta Digital", prefix: "/s/" },
};

/** One's own public page, in a new tab; nothing for an account that has none. */
function PublicPageLink({ user }: { user: SessionUser }) {
  const page = publicPages[user.role];
  if (!page || !user.public_slug) return null;
  return (
    <Tooltip content={page.label}>
      <Button asChild variant="ghost" className="px-3">
        <a
          href={`${page.prefix}${user.public_slug}`}
          target="_blank"
          rel="noopener"
          aria-label={page.label}
        >
          <ExternalLink aria-hidden="true" />
          <span className="hidden lg:inline">{page.label}</span>
        </a>
      </Button>
    </Tooltip>
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
