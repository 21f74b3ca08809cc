import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, LogOut, Settings, ShieldCheck, UserCog } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, type LinkProps, useNavigate } from "react-router";
import { displayName, Profile, type SessionUser } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Logo } from "#web/ui/frame/logo.tsx";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";
import { OfflineBar } from "#web/ui/states/offline-bar.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { ThemeToggle } from "#web/ui/theme/theme.tsx";
import { adminMessages } from "./admin-messages.ts";
import { RoleBadge } from "./directory/account-badges.tsx";
import { accountQuery } from "./edit/account-to-edit.ts";

/**
 * The bar above every private page (docs/product/interface.md): text on wide screens, icons on
 * phones. `navLinks` lead to the screens; where a lower bar has them, the theme switch takes their
 * place. On phones an administrator, who has no lower bar, gets a greeting on its own line.
 */
export function TopBar({ navLinks, overLowerBar }: { navLinks: ReactNode; overLowerBar: boolean }) {
  const { user, activeUser, impersonatedUser, signOut } = useAuth();
  if (!user || !activeUser) return null;
  const isAdmin = activeUser.role === "admin";
  return (
    <header className="sticky top-0 z-40 border-b bg-background/85 backdrop-blur-lg supports-not-[backdrop-filter:blur(1px)]:bg-background">
      <OfflineBar />
      <ImpersonationBanner />
      <div
        className={classNames(
          "page-width flex min-h-12 flex-wrap items-center gap-x-1 sm:min-h-15 sm:gap-x-2",
          isAdmin && "max-sm:pt-1 max-sm:pb-2",
        )}
      >
        <Link
          to="/dashboard"
          aria-label="Vitrina, ir al panel"
          className="touch-target inline-flex rounded-lg"
        >
          <Logo className="max-sm:[&>span]:hidden" />
        </Link>
        <div
          className={classNames(
            "flex min-w-0 sm:flex-1 sm:items-center sm:justify-end sm:gap-2",
            isAdmin
              ? "max-sm:order-last max-sm:basis-full max-sm:items-center max-sm:justify-between max-sm:text-sm"
              : "max-sm:ml-1.5 max-sm:flex-1 max-sm:flex-col max-sm:text-xs max-sm:leading-3.5",
          )}
        >
          <Greeting name={displayName(activeUser)} />
          <RoleBadge
            role={activeUser.role}
            className={
              isAdmin ? "max-sm:h-5 sm:mr-2" : "max-sm:h-4 max-sm:px-1.5 max-sm:text-2xs sm:mr-2"
            }
          />
        </div>
        <div className="ml-auto flex flex-wrap items-center justify-end sm:ml-0 sm:gap-2 max-sm:[&_.button]:w-10 max-sm:[&_.button]:px-0">
          {user.role === "admin" && !impersonatedUser && (
            <BarLink to="/admin/dashboard" label="Panel de administración" icon={<ShieldCheck />} />
          )}
          {!impersonatedUser && <PublicPageLink user={user} />}
          {navLinks}
          <Tooltip content="Configuración">
            <Button asChild variant="ghost" size="icon">
              <Link to="/settings" aria-label="Configuración">
                <Settings aria-hidden="true" />
              </Link>
            </Button>
          </Tooltip>
          <div className={overLowerBar || isAdmin ? undefined : "max-sm:hidden"}>
            <ThemeToggle />
          </div>
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

/** Truncates a long name; the full one is the tooltip. */
function Greeting({ name }: { name: string }) {
  return (
    <p
      title={name}
      className="min-w-0 text-muted-foreground max-sm:line-clamp-2 sm:truncate sm:text-sm"
    >
      Hola, <span className="font-medium text-foreground">{name}</span>
    </p>
  );
}

const publicPages: Record<string, { label: string; prefix: string }> = {
  concesionario: { label: "Mi Página Pública", prefix: "/i/" },
  vendedor: { label: "Mi Tarjeta Digital", prefix: "/s/" },
};

/** The person's own public page and its label; null if there is none. */
export function publicPageOf(user: SessionUser): { label: string; address: string } | null {
  const page = publicPages[user.role];
  if (!page || !user.public_slug) return null;
  return { label: page.label, address: `${page.prefix}${user.public_slug}` };
}

/** Opens the person's own public page in a new tab. */
function PublicPageLink({ user }: { user: SessionUser }) {
  const page = publicPageOf(user);
  if (!page) return null;
  return (
    <BarLink
      to={page.address}
      target="_blank"
      rel="noopener"
      label={page.label}
      icon={<ExternalLink />}
    />
  );
}

type BarLinkProps = Omit<LinkProps, "children"> & {
  label: string;
  /** Label between 1024 and 1280 px, where space is tight. */
  short?: string;
  icon: ReactNode;
};

/** A link in the bar: an icon, from 1024 px on text, from 1280 px on both. */
export function BarLink({ label, short = label, icon, className, ...link }: BarLinkProps) {
  return (
    <Tooltip content={label}>
      <Button asChild variant="ghost" className={`px-3 lg:max-xl:px-2 ${className ?? ""}`}>
        <Link aria-label={label} {...link}>
          <span aria-hidden="true" className="contents lg:max-xl:hidden">
            {icon}
          </span>
          <span className="max-lg:hidden xl:hidden">{short}</span>
          <span className="max-xl:hidden">{label}</span>
        </Link>
      </Button>
    </Tooltip>
  );
}

/** Shows which account an administrator impersonates, and how to stop. */
function ImpersonationBanner() {
  const { impersonatedUser } = useAuth();
  return impersonatedUser && <Banner impersonated={impersonatedUser} />;
}

function Banner({ impersonated }: { impersonated: Profile }) {
  const { stopImpersonation } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  useFreshImpersonation(impersonated);

  const stop = () => {
    stopImpersonation();
    navigate("/admin/users");
    queries.invalidateQueries();
  };

  return (
    <section
      aria-label="Cuenta administrada"
      className="bg-[hsl(48_96%_56%)] text-[hsl(26_83%_14%)]"
    >
      <div className="page-width flex min-h-12 flex-wrap items-center justify-between gap-x-4 pt-2 sm:py-0.5">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <UserCog aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0">
            {adminMessages.impersonating}{" "}
            <strong className="wrap-anywhere font-semibold">{displayName(impersonated)}</strong>
          </span>
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-mx-2 h-11 text-inherit px-2 underline-offset-4 hover:bg-[hsl(26_83%_14%/0.1)] focus-visible:outline-current sm:px-3"
          onClick={stop}
        >
          <LogOut aria-hidden="true" className="rotate-180" />
          {adminMessages.stopImpersonating}
        </Button>
      </div>
    </section>
  );
}

/**
 * Refreshes the stored copy of an impersonated account, and stops impersonating if the account is
 * gone. Only a newer answer is compared, so that a copy renewed in the meantime stays.
 */
function useFreshImpersonation(impersonated: Profile): void {
  const { supabase, startImpersonation, stopImpersonation } = useAuth();
  const navigate = useNavigate();
  const { data: account } = useQuery({
    ...accountQuery(supabase, impersonated.id, "impersonate"),
    gcTime: 0,
  });
  const stored = useRef(impersonated);
  stored.current = impersonated;

  useEffect(() => {
    if (account === undefined) return;
    if (account === null) {
      stopImpersonation();
      toast({ ...adminMessages.userMissing, variant: "destructive" });
      navigate("/admin/users");
      return;
    }
    const fresh = Profile.parse(account);
    const isSame = JSON.stringify(fresh) === JSON.stringify(Profile.parse(stored.current));
    if (!isSame) startImpersonation(fresh);
  }, [account, startImpersonation, stopImpersonation, navigate]);
}
