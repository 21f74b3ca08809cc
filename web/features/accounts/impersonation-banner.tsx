import { useQueryClient } from "@tanstack/react-query";
import { LogOut, UserCog } from "lucide-react";
import { useNavigate } from "react-router";
import { displayName, type Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { adminMessages } from "./admin-messages.ts";
import { useFreshImpersonation } from "./use-fresh-impersonation.ts";

/** Says above every page for whom an admin acts, and leads back (product section 2 "Top bar"). */
export function ImpersonationBanner() {
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
