import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from "@dnd-kit/sortable";
import { Camera, ImagePlus, X } from "lucide-react";
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { PICTURE_ACCEPT } from "#web/ui/picture/inspect-picture.ts";
import { LARGE_PICTURE_SIZE } from "#web/ui/picture/picture-limits.ts";
import type { Photo } from "./photo.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import { PhotoTile } from "./photo-tile.tsx";

const INSTRUCTIONS =
  "Para ordenar la foto pulsa Espacio, muévela con las flechas y vuelve a pulsar Espacio para dejarla. Escape la devuelve a su lugar.";

/** Long enough not to be a scroll, short enough to be noticed. */
const LONG_PRESS_MS = 220;

/**
 * The photos in order; reordered by mouse, long press, two presses or keyboard. `announce` is read
 * by screen readers.
 */
function PhotoGrid(props: {
  photos: readonly Photo[];
  queue: PhotoQueue;
  locked: boolean;
  announce: (text: string) => void;
}) {
  const { photos, queue, locked, announce } = props;
  const ids = photos.map(({ id }) => id);
  const [lifted, setLifted] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: LONG_PRESS_MS, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  /**
   * The first press lifts a photo; the second drops it there, or puts it back if it is the same
   * photo.
   */
  function press(id: string, position: number) {
    if (locked) return;
    const present = lifted !== null && ids.includes(lifted) ? lifted : null;
    setLifted(present === null ? id : null);
    if (present === null) return announce(`Foto ${position + 1} levantada. Toca su lugar.`);
    queue.move(present, position);
    announce(placeText(position, photos.length));
  }

  function finishDrag({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) queue.move(String(active.id), ids.indexOf(String(over.id)));
  }

  return (
    <DndContext
      id="vehicle-photos"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => setLifted(null)}
      onDragEnd={finishDrag}
      accessibility={{
        announcements: announcements(ids),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul aria-label="Fotos del vehículo" className="grid grid-cols-3 gap-2 sm:gap-3">
          {photos.map((photo, position) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              position={position}
              count={photos.length}
              locked={locked}
              isLifted={photo.id === lifted}
              onPress={() => press(photo.id, position)}
              onRemove={() => {
                queue.remove(photo.id);
                announce(`Foto ${position + 1} quitada.`);
              }}
              onRetry={() => void queue.retry(photo.id)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function placeText(index: number, count: number): string {
  const cover = index === 0 ? " Es la portada." : "";
  return `La foto está ahora en el lugar ${index + 1} de ${count}.${cover}`;
}

function announcements(ids: string[]): Announcements {
  const place = (id: string | number) => ids.indexOf(String(id));
  return {
    onDragStart: ({ active }) => `Foto ${place(active.id) + 1} levantada.`,
    onDragOver: ({ over }) => (over ? placeText(place(over.id), ids.length) : undefined),
    onDragEnd: ({ over }) => (over ? placeText(place(over.id), ids.length) : "Foto soltada."),
    onDragCancel: () => "La foto volvió a su lugar.",
  };
}

/** Fotografías: the picker with its errors, and the photos in order. Disabled while saving. */
export function PhotoSection(props: {
  queue: PhotoQueue;
  photos: readonly Photo[];
  locked: boolean;
}) {
  const { queue, photos, locked } = props;
  const [refusals, setRefusals] = useState<string[]>([]);
  const [announcement, setAnnouncement] = useState("");

  async function addFiles(files: File[]) {
    setRefusals([]);
    setRefusals(await queue.add(files));
  }

  return (
    <div className="grid gap-4">
      <PhotoPicker onFiles={addFiles} disabled={locked} />
      <Refusals sentences={refusals} onDismiss={() => setRefusals([])} />
      {photos.length > 0 && (
        <PhotoGrid photos={photos} queue={queue} locked={locked} announce={setAnnouncement} />
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

function Refusals({ sentences, onDismiss }: { sentences: string[]; onDismiss: () => void }) {
  if (sentences.length === 0) return null;
  return (
    <div
      role="alert"
      className="flex items-start justify-between gap-2 rounded-lg bg-destructive-soft py-1 pl-4 text-destructive-ink text-sm leading-relaxed"
    >
      <ul className="grid gap-1 py-2">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button variant="ghost" size="icon" aria-label="Cerrar aviso de fotos" onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

const CAMERA_INPUT = "take-photo";

/**
 * Scrolls to the photos and opens the camera. Call it in a press handler, because browsers open it
 * for nothing else.
 */
export function openCameraInput(): void {
  const input = document.getElementById(CAMERA_INPUT);
  input?.closest("section")?.scrollIntoView();
  input?.click();
}

type PickerProps = { onFiles: (files: File[]) => void; disabled: boolean };

/** Adds photos from the camera (touch screens), the gallery, or dropped files. */
function PhotoPicker({ onFiles, disabled }: PickerProps) {
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inputs inside do the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "grid justify-items-center gap-3 rounded-xl border-2 border-dashed p-5 text-center transition-colors",
        over ? "border-primary bg-primary/8" : "border-input/50 bg-muted/40",
      )}
    >
      <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row sm:flex-wrap">
        <FileButton onFiles={onFiles} disabled={disabled} capture>
          <Camera aria-hidden="true" />
          Tomar foto
        </FileButton>
        <FileButton onFiles={onFiles} disabled={disabled}>
          <ImagePlus aria-hidden="true" />
          Elegir fotos
        </FileButton>
      </div>
      <p className="text-muted-foreground text-xs leading-relaxed">
        <span className="hidden pointer-fine:inline">También puedes arrastrarlas aquí. </span>
        PNG, JPG, WEBP o HEIC. Se reducen a {LARGE_PICTURE_SIZE}, y se les quita la ubicación.
      </p>
    </div>
  );
}

function FileButton(props: PickerProps & { capture?: boolean; children: ReactNode }) {
  const made = useId();
  const id = props.capture ? CAMERA_INPUT : made;

  function pick(event: ChangeEvent<HTMLInputElement>) {
    props.onFiles([...(event.target.files ?? [])]);
    event.target.value = "";
  }

  return (
    <label
      htmlFor={id}
      aria-disabled={props.disabled || undefined}
      className={classNames(
        buttonStyles({ variant: props.capture ? "secondary" : "outline", size: "lg" }),
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
        props.capture && "pointer-fine:hidden",
      )}
    >
      {props.children}
      <input
        id={id}
        type="file"
        accept={PICTURE_ACCEPT}
        multiple={!props.capture}
        capture={props.capture ? "environment" : undefined}
        disabled={props.disabled}
        onChange={pick}
        className="sr-only"
      />
    </label>
  );
}
