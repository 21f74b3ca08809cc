import type { Factor } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck, Smartphone } from "lucide-react";
import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { EnrolDialog } from "./enrol-dialog.tsx";
import { type OwnFactors, ownFactorsQuery } from "./own-factors.ts";
import { RecoveryCodesRow } from "./recovery-codes-row.tsx";
import { RemoveAppDialog } from "./remove-app-dialog.tsx";
import { factorMessages } from "./security-messages.ts";

/**
 * The second factor: which apps there are, one more, one less, and the codes for the day when the
 * phone is lost.
 */
export function SecondFactorSection() {
  const { supabase } = useAuth();
  const factors = useQuery(ownFactorsQuery(supabase));
  return (
    <FormSection
      title="Verificación en dos pasos"
      description="Además de tu contraseña, te pediremos un código que solo tiene tu teléfono."
    >
      {factors.data && <LoadedFactors factors={factors.data} />}
      {factors.isPending && <Skeleton className="h-24 rounded-lg" />}
      {factors.isError && !factors.data && (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted-foreground text-sm">{factorMessages.loadFailed}</p>
          <Button
            variant="outline"
            loading={factors.isFetching}
            onClick={() => void factors.refetch()}
          >
            Reintentar
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function LoadedFactors({ factors: { apps, codes } }: { factors: OwnFactors }) {
  const [enrolling, setEnrolling] = useState(false);
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const isOn = apps.length > 0;
  return (
    <>
      <div className="flex items-start gap-3">
        <ShieldCheck
          aria-hidden="true"
          className={`mt-0.5 size-5 shrink-0 ${isOn ? "text-success-ink" : "text-muted-foreground"}`}
        />
        <div className="grid gap-1 text-sm leading-relaxed">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {isOn ? "Tu cuenta pide un código al entrar" : "Tu cuenta entra solo con la contraseña"}
            <Badge variant={isOn ? "success" : "neutral"}>
              {isOn ? "Activada" : "Sin activar"}
            </Badge>
          </p>
          {!isOn && (
            <p className="text-muted-foreground">
              Necesitas una aplicación de autenticación en tu teléfono, como Google Authenticator,
              Microsoft Authenticator o la de tu gestor de contraseñas.
            </p>
          )}
        </div>
      </div>
      {isOn && (
        <ul className="grid divide-y rounded-xl border">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} onRemove={() => setLeaving(app)} />
          ))}
          <RecoveryCodesRow codes={codes} />
        </ul>
      )}
      <Button
        variant={isOn ? "outline" : "primary"}
        className="w-full sm:w-fit"
        onClick={() => setEnrolling(true)}
      >
        <Plus aria-hidden="true" />
        {isOn ? "Añadir otra aplicación" : "Activar verificación"}
      </Button>
      {enrolling && (
        <EnrolDialog apps={apps} hasCodes={codes !== null} onClose={() => setEnrolling(false)} />
      )}
      {leaving && (
        <RemoveAppDialog
          app={leaving}
          isLast={apps.length === 1}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

const date = new Intl.DateTimeFormat("es", { dateStyle: "long" });

function AppRow({ app, onRemove }: { app: Factor; onRemove: () => void }) {
  const name = app.friendly_name || "Aplicación sin nombre";
  return (
    <li className="flex items-center gap-3 p-3 sm:px-4">
      <Smartphone aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-0 grow text-sm">
        <span className="wrap-anywhere font-medium">{name}</span>
        <span className="text-muted-foreground text-xs">
          Desde el {date.format(new Date(app.created_at))}
        </span>
      </div>
      <Button variant="ghost" size="sm" aria-label={`Quitar ${name}`} onClick={onRemove}>
        Quitar
      </Button>
    </li>
  );
}
