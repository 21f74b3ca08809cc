import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import {
  ArrowLeft,
  ArrowRight,
  CircleAlert,
  CircleCheck,
  GripVertical,
  ImageOff,
  RotateCw,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { Progress } from "#web/ui/states/progress.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { imageRendition } from "../../photo-addresses.ts";
import { VehiclePhoto } from "../../vehicle-photo.tsx";
import type { Photo } from "./photo.ts";
import { photoPercent, photoStageText } from "./photo-steps.ts";

export type PhotoTileProps = {
  photo: Photo;
  position: number;
  count: number;
  locked: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  onRetry: () => void;
};

/**
 * One photo with its place in the order, its progress, and the buttons to move, retry and remove
 * it.
 */
export function PhotoTile(props: PhotoTileProps) {
  const { photo, position, count, locked } = props;
  const sortable = useSortable({ id: photo.id, disabled: locked });
  const label = `foto ${position + 1} de ${count}`;
  return (
    <li
      ref={sortable.setNodeRef}
      style={{
        transform: CSS.Transform.toString(sortable.transform),
        transition: sortable.transition,
      }}
      className={classNames(
        "flex flex-col overflow-hidden rounded-xl border bg-card shadow-card",
        sortable.isDragging && "relative z-10 shadow-overlay",
      )}
    >
      <div
        className="relative aspect-4/3 touch-manipulation select-none bg-muted [-webkit-touch-callout:none]"
        {...sortable.listeners}
      >
        <PhotoPicture photo={photo} position={position} />
        {position === 0 && (
          <Badge variant="primary" className="absolute top-2 left-2 shadow-xs">
            Portada
          </Badge>
        )}
        <Button
          variant="outline"
          size="icon-sm"
          aria-label={`Quitar ${label}`}
          disabled={locked}
          onClick={props.onRemove}
          className="absolute top-2 right-2"
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <PhotoProgress photo={photo} />
      {!photo.isExisting && photo.stage.name === "failed" && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Reintentar ${label}`}
          onClick={props.onRetry}
          className="mx-2 mb-2"
        >
          <RotateCw aria-hidden="true" />
          Reintentar
        </Button>
      )}
      <div className="mt-auto grid grid-cols-3 border-t">
        <OrderButton
          label={`Mover antes ${label}`}
          disabled={locked || position === 0}
          onClick={() => props.onMove(position - 1)}
        >
          <ArrowLeft aria-hidden="true" />
        </OrderButton>
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          disabled={locked}
          aria-label={`Arrastrar ${label}`}
          className="grid h-11 touch-none place-items-center border-x text-muted-foreground hover:bg-muted disabled:opacity-40"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>
        <OrderButton
          label={`Mover después ${label}`}
          disabled={locked || position === count - 1}
          onClick={() => props.onMove(position + 1)}
        >
          <ArrowRight aria-hidden="true" />
        </OrderButton>
      </div>
    </li>
  );
}

function PhotoPicture({ photo, position }: { photo: Photo; position: number }) {
  if (photo.preview === null) {
    const failed = !photo.isExisting && photo.stage.name === "failed";
    if (!failed) return <Skeleton className="absolute inset-0 rounded-none" />;
    return <ImageOff aria-hidden="true" className="absolute inset-0 m-auto size-8 opacity-40" />;
  }
  const source = photo.isExisting ? imageRendition(photo.preview, { width: 480 }) : photo.preview;
  return (
    <VehiclePhoto
      src={source}
      alt={`Foto ${position + 1}`}
      draggable={false}
      className="absolute inset-0 size-full object-cover"
    />
  );
}

function OrderButton(props: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      className="grid h-11 place-items-center text-muted-foreground hover:bg-muted hover:text-foreground disabled:opacity-30 [&_svg]:size-4"
    >
      {props.children}
    </button>
  );
}

/** The line below a new photo: what is being done with it, how far it is, or why it failed. */
function PhotoProgress({ photo }: { photo: Photo }) {
  const text = photoStageText(photo);
  if (photo.isExisting || text === null) return null;
  const percent = photoPercent(photo);
  const failed = photo.stage.name === "failed";
  return (
    <div className="grid gap-1.5 px-2.5 py-2 text-xs">
      <p className="truncate font-medium" title={photo.name}>
        {photo.name}
      </p>
      <p
        role={failed ? "alert" : undefined}
        className={
          failed ? "flex gap-1 text-destructive-ink" : "numeric flex gap-1 text-muted-foreground"
        }
      >
        {failed && <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />}
        {photo.stage.name === "uploaded" && (
          <CircleCheck aria-hidden="true" className="mt-px size-3.5 shrink-0 text-success" />
        )}
        {text}
      </p>
      {percent !== null && <Progress value={percent} label={`Progreso de ${photo.name}`} />}
    </div>
  );
}
