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
import type { Photo } from "./photo.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import { PhotoTile } from "./photo-tile.tsx";

const INSTRUCTIONS =
  "Para ordenar la foto pulsa Espacio, muévela con las flechas y vuelve a pulsar Espacio para dejarla. Escape la devuelve a su lugar.";

/**
 * The photos in their order, which is changed by mouse, by a long touch, or by keyboard. `announce`
 * is read aloud.
 */
export function PhotoGrid(props: {
  photos: readonly Photo[];
  queue: PhotoQueue;
  locked: boolean;
  announce: (text: string) => void;
}) {
  const { photos, queue, locked, announce } = props;
  const ids = photos.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function move(id: string, to: number) {
    queue.move(id, to);
    announce(placeText(to, photos.length));
  }

  function finishDrag({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) queue.move(String(active.id), ids.indexOf(String(over.id)));
  }

  return (
    <DndContext
      id="vehicle-photos"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={finishDrag}
      accessibility={{
        announcements: announcements(ids),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul aria-label="Fotos del vehículo" className="grid grid-cols-2 gap-3 md:grid-cols-3">
          {photos.map((photo, position) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              position={position}
              count={photos.length}
              locked={locked}
              onMove={(to) => move(photo.id, to)}
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
