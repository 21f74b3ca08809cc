import { FormBar, FormButtons } from "#web/ui/frame/form-section.tsx";
import { Progress } from "#web/ui/states/progress.tsx";
import type { Photo } from "./photos/photo.ts";
import { photoUrl } from "./photos/photo.ts";
import { photoPercent } from "./photos/photo-steps.ts";

/** The bar that stays at the lower edge: what the save is doing, and the button. */
export function SaveBar(props: {
  label: string;
  saving: boolean;
  photos: readonly Photo[];
  onCancel: () => void;
}) {
  const { label, saving, photos, onCancel } = props;
  const stored = photos.filter((photo) => photoUrl(photo) !== null).length;
  const storing = saving && stored < photos.length;
  return (
    <FormBar>
      <div role="status" className="text-muted-foreground text-sm">
        {saving && (
          <p className="numeric pb-2">
            {storing ? `Subiendo fotos: ${stored} de ${photos.length}` : "Guardando el vehículo..."}
          </p>
        )}
      </div>
      {storing && (
        <Progress value={percentOf(photos)} label="Progreso de las fotos" className="mb-3" />
      )}
      <FormButtons leave={{ label: "Cancelar", onClick: onCancel }} save={{ label, saving }} />
    </FormBar>
  );
}

function percentOf(photos: readonly Photo[]): number {
  const done = photos.map((photo) => (photoUrl(photo) ? 100 : uploadPercent(photo)));
  return done.reduce((total, percent) => total + percent, 0) / Math.max(1, photos.length);
}

function uploadPercent(photo: Photo): number {
  const uploading = !photo.isExisting && photo.stage.name === "uploading";
  return uploading ? (photoPercent(photo) ?? 0) : 0;
}
