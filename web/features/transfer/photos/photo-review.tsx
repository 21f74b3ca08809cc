import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { Card, CardActions, CardHeader } from "#web/ui/frame/card.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { Progress } from "#web/ui/states/progress.tsx";
import { UserFacingError, userMessageOf } from "#web/ui/states/user-facing-error.ts";
import type { Transfer } from "../transfer-queries.ts";
import { photoMessages as messages } from "./messages.ts";
import { PhotoLists, RefusedFiles } from "./photo-lists.tsx";
import { photoImportFailure, useImportPhotos } from "./photo-mutations.ts";
import { findPhotos, photoPlanKey, readPhotoCars } from "./photo-queries.ts";
import { type PhotoPlan, planPhotos } from "./plan-photos.ts";

type ReviewProps = { transfer: Transfer; archive: File; onClose: () => void };

/** Previews what a ZIP would do with each vehicle's photos, and imports them. */
export function PhotoReview({ transfer, archive, onClose }: ReviewProps) {
  const { plan, error, refetch, read } = usePlan(transfer, archive);
  const act = useImportPhotos(transfer, onClose);
  const count = countOf(plan);
  const failed = act.data ?? [];
  const { dialog } = useUnsavedGuard({
    dirty: act.isPending,
    description: "Las fotos aún se están subiendo. Si sales, no se añade ninguna.",
    onLeave: act.stop,
  });
  const reason = photoImportFailure(act.error);
  useHeldPage(true);
  return (
    <Card>
      <CardHeader
        title="Revisa antes de añadir"
        description="Van detrás de las fotos que cada vehículo ya tiene."
      />
      <div className="grid gap-5 p-4 pt-0 sm:p-5 sm:pt-0">
        {error && (
          <div className="grid gap-2">
            <FieldError>{userMessageOf(error, messages.planFailed)}</FieldError>
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" onClick={() => refetch()}>
                Reintentar
              </Button>
              <Button variant="outline" onClick={onClose}>
                Elegir otro ZIP
              </Button>
            </div>
          </div>
        )}
        {!plan && !error && <Reading read={read} onStop={onClose} />}
        {plan && <PhotoLists plan={plan} />}
        {failed.length > 0 && !act.isPending && (
          <div className="grid gap-2">
            <FieldError>{messages.someFailed(failed.length)}</FieldError>
            <RefusedFiles files={failed} />
          </div>
        )}
      </div>
      {plan && (
        <CardActions>
          {reason && <FieldError>{reason}</FieldError>}
          {act.isPending ? (
            <Sending sent={act.sent} of={count} onStop={act.stop} />
          ) : (
            <Actions
              count={count}
              failed={failed.length}
              hasBegun={act.sent > 0}
              onSend={() => act.mutate({ plan })}
              onSendOthers={() => act.mutate({ plan, others: true })}
              onClose={onClose}
            />
          )}
        </CardActions>
      )}
      {dialog}
    </Card>
  );
}

/** The plan, once the ZIP is read and the inventory is loaded. */
function usePlan(transfer: Transfer, archive: File) {
  const { supabase } = useAuth();
  const [read, setRead] = useState({ known: 0, of: 0 });
  const { data, error, refetch } = useQuery({
    queryKey: [...photoPlanKey, transfer.ownerId, archive.name, archive.lastModified],
    queryFn: async ({ signal }) => {
      // Storage identifies files by a hash that browsers compute over https only.
      if (!isSecureContext) throw new UserFacingError(messages.insecure);
      // Load the ZIP library on first use.
      const { openZip } = await import("./open-zip.ts");
      const files = await openZip(archive);
      if (files.length === 0) throw new UserFacingError(messages.empty);
      return planPhotos({
        files,
        cars: await readPhotoCars(supabase, transfer),
        find: (hashes) => findPhotos(supabase, transfer, hashes),
        onProgress: (known, of) => setRead({ known, of }),
        signal,
      });
    },
    // Another ZIP must be compared with the inventory as it is then.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { plan: data, error, refetch, read };
}

function countOf(plan: PhotoPlan | undefined): number {
  return plan?.cars.reduce((sum, { photos }) => sum + photos.length, 0) ?? 0;
}

function Reading(props: { read: { known: number; of: number }; onStop: () => void }) {
  const { known, of } = props.read;
  const label =
    of === 0 ? "Abriendo el ZIP" : `Leyendo fotos: ${formatNumber(known)} de ${formatNumber(of)}`;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-muted-foreground text-sm">
        {label}
      </p>
      <Progress label={label} value={of === 0 ? null : (known / of) * 100} />
      <Button variant="outline" className="w-fit" onClick={props.onStop}>
        Cancelar
      </Button>
    </div>
  );
}

/** Progress of the upload, with a stop button until the last photo has arrived. */
function Sending({ sent, of, onStop }: { sent: number; of: number; onStop: () => void }) {
  const isSent = sent >= of;
  const label = isSent
    ? "Añadiendo las fotos…"
    : `Subiendo fotos: ${formatNumber(sent)} de ${formatNumber(of)}`;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm">
        {label}
      </p>
      <Progress label={label} value={isSent ? null : (sent / of) * 100} />
      <Button variant="outline" className="w-fit" disabled={isSent} onClick={onStop}>
        Cancelar
      </Button>
    </div>
  );
}

type ActionsProps = {
  count: number;
  failed: number;
  /** True when some photos are already stored, so that the upload resumes. */
  hasBegun: boolean;
  onSend: () => void;
  onSendOthers: () => void;
  onClose: () => void;
};

function Actions({ count, failed, hasBegun, onSend, onSendOthers, onClose }: ActionsProps) {
  const sends = failed > 0 ? "Reintentar" : `Añadir ${messages.photos(count)}`;
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={count === 0} onClick={onSend}>
        {hasBegun && failed === 0 ? "Seguir subiendo" : sends}
      </Button>
      {failed > 0 && failed < count && (
        <Button variant="outline" onClick={onSendOthers}>
          {`Añadir las otras ${formatNumber(count - failed)}`}
        </Button>
      )}
      <Button variant="outline" onClick={onClose}>
        Descartar
      </Button>
    </div>
  );
}
