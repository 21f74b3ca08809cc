import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { RotateCw, X } from "lucide-react";
import { classNames } from "#web/ui/class-names.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { imageRendition } from "#web/ui/picture/photo-addresses.ts";
import { VehiclePhoto } from "#web/ui/picture/vehicle-photo.tsx";
import { Progress } from "#web/ui/states/progress.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import type { Photo } from "./photo.ts";
import { photoPercent, photoStageText } from "./photo-steps.ts";

export type PhotoTileProps = {
  photo: Photo;
  position: number;
  count: number;
  locked: boolean;
  /** True after the first press, until a second one places it. */
  isLifted: boolean;
  onPress: () => void;
  onRemove: () => void;
  onRetry: () => void;
};

/**
 * A photo that can be dragged, placed with two presses, or moved with arrow keys, and its progress.
 */
export function PhotoTile(props: PhotoTileProps) {
  const { photo, position, count, locked, isLifted } = props;
  const sortable = useSortable({
    id: photo.id,
    disabled: locked,
    attributes: { roleDescription: "foto que se ordena" },
  });
  const label = `foto ${position + 1} de ${count}`;
  return (
    <li
      ref={sortable.setNodeRef}
      {...sortable.listeners}
      style={{
        transform: CSS.Transform.toString(sortable.transform),
        transition: sortable.transition,
      }}
      className={classNames(
        "relative aspect-square touch-manipulation select-none overflow-hidden rounded-lg bg-muted sm:aspect-4/3 [-webkit-touch-callout:none]",
        sortable.isDragging && "z-10 shadow-overlay",
      )}
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        disabled={locked}
        aria-label={`F${label.slice(1)}: ${photo.name}`}
        aria-pressed={isLifted || sortable.isDragging}
        onClick={props.onPress}
        className="absolute inset-0 cursor-grab focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-ring"
      >
        <PhotoPicture photo={photo} position={position} />
        {isLifted && (
          <span
            aria-hidden="true"
            className="absolute inset-0 rounded-lg border-4 border-primary bg-primary/20"
          />
        )}
      </button>
      {position === 0 && (
        <Badge
          variant="secondary"
          className="pointer-events-none absolute top-1.5 left-1.5 z-10 px-2 py-0.5 text-2xs shadow-xs"
        >
          Portada
        </Badge>
      )}
      <PhotoState photo={photo} label={label} onRetry={props.onRetry} />
      {!locked && (
        <button
          type="button"
          aria-label={`Quitar ${label}`}
          onClick={props.onRemove}
          className="group absolute top-0 right-0 flex size-11 items-start justify-end p-1.5"
        >
          <span className="grid size-6 place-items-center rounded-full bg-black/65 text-white group-hover:bg-black/85">
            <X aria-hidden="true" className="size-4" />
          </span>
        </button>
      )}
    </li>
  );
}

function PhotoPicture({ photo, position }: { photo: Photo; position: number }) {
  if (photo.preview === null) {
    const isBusy = !photo.isExisting && photo.stage.name === "compressing";
    return isBusy ? <Skeleton className="absolute inset-0 rounded-none" /> : null;
  }
  const isStored = !photo.preview.startsWith("blob:");
  const source = isStored ? imageRendition(photo.preview, { width: 480 }) : photo.preview;
  return (
    <VehiclePhoto
      src={source}
      alt={`Foto ${position + 1}`}
      draggable={false}
      className="absolute inset-0 size-full object-cover"
    />
  );
}

/** Progress or error of a new photo; a press retries. */
function PhotoState(props: { photo: Photo; label: string; onRetry: () => void }) {
  const { photo, label, onRetry } = props;
  const text = photoStageText(photo);
  if (photo.isExisting || text === null) return null;
  const stage = photo.stage.name;
  if (stage === "uploaded") return <span className="sr-only">{text}</span>;
  if (stage === "compressing" || stage === "uploading") {
    return (
      <div className="numeric pointer-events-none absolute inset-x-0 bottom-0 grid gap-1 bg-black/70 px-2 pt-1 pb-2 text-2xs text-white">
        <p className="truncate">{text}</p>
        <Progress
          value={photoPercent(photo)}
          label={`Progreso de ${photo.name}`}
          className="h-1 bg-white/30"
        />
      </div>
    );
  }
  return (
    <>
      <div className="pointer-events-none absolute inset-0 grid content-end justify-items-start gap-1 bg-black/70 p-1.5 text-2xs text-white sm:p-3">
        <RotateCw aria-hidden="true" className="size-4" />
        <p role={stage === "failed" ? "alert" : "status"} className="line-clamp-4 leading-tight">
          {text}
        </p>
      </div>
      <button
        type="button"
        aria-label={`Reintentar ${label}`}
        onClick={onRetry}
        className="absolute inset-0 focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-white"
      />
    </>
  );
}
