import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/controls/button.tsx";
import type { Photo } from "./photo.ts";
import { PhotoGrid } from "./photo-grid.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import type { PhotoQueue } from "./photo-queue.ts";

/**
 * Fotografías: the picker, what it refused and why, and the photos in their order. Locked while the
 * vehicle is saved.
 */
export function PhotoSection(props: {
  queue: PhotoQueue;
  photos: readonly Photo[];
  locked: boolean;
}) {
  const { queue, photos, locked } = props;
  const [refusals, setRefusals] = useState<string[]>([]);
  const [announcement, setAnnouncement] = useState("");

  async function take(files: File[]) {
    setRefusals([]);
    setRefusals(await queue.add(files));
  }

  return (
    <div className="grid gap-4">
      <PhotoPicker onFiles={take} disabled={locked} />
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
