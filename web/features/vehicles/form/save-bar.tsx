import { Button } from "#web/ui/button.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { Photo } from "./photos/photo.ts";
import { photoUrl } from "./photos/photo.ts";
import { photoPercent } from "./photos/photo-stage-text.ts";

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
    <div className="sticky bottom-0 z-20 -mx-4 border-t bg-background/92 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur sm:mx-0 sm:rounded-t-xl sm:border-x">
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
      <div className="grid grid-cols-[auto_1fr] gap-2 sm:flex lg:pl-[17rem]">
        <Button variant="outline" size="lg" disabled={saving} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" size="lg" loading={saving}>
          {label}
        </Button>
      </div>
    </div>
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
