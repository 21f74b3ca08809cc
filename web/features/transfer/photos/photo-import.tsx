import { useQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { useRef, useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, CardHeader } from "#web/ui/frame/card.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { FileArea } from "../file-area.tsx";
import type { Transfer } from "../transfer-queries.ts";
import { photoMessages as messages } from "./messages.ts";
import { useUndoPhotos } from "./photo-mutations.ts";
import { lastPhotosQuery } from "./photo-queries.ts";
import { PhotoReview } from "./photo-review.tsx";

/** Imports photos from a ZIP: first a preview, then the import. The last import is shown above. */
export function PhotoImport({ transfer }: { transfer: Transfer }) {
  const [archive, setArchive] = useState<File | null>(null);
  const area = useRef<HTMLElement>(null);
  const show = (next: File | null) => {
    setArchive(next);
    // The pressed button disappears.
    area.current?.focus();
  };
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label="Fotos desde un ZIP"
      className="grid gap-4 outline-none"
    >
      <LastPhotosNotice transfer={transfer} />
      {archive ? (
        <PhotoReview transfer={transfer} archive={archive} onClose={() => show(null)} />
      ) : (
        <ZipCard onFile={show} />
      )}
    </section>
  );
}

const examples = ["A-0001/1.jpg", "A-0001_2.jpg", "1HGCM82633A004352-frente.jpg"];

function ZipCard({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Card>
      <CardHeader
        title="Fotos desde un ZIP"
        description="Se añaden a las que tus vehículos ya tienen. Verás cuáles van a cada uno antes de que cambie nada."
      />
      <div className="grid gap-4 p-4 pt-0 sm:p-5 sm:pt-0 lg:grid-cols-2">
        <FileArea
          label="ZIP con fotos"
          hint="PNG, JPG, WEBP o HEIC, hasta 5,000 fotos de 25 MB."
          icon={<Images />}
          button="Elegir ZIP"
          accept=".zip,application/zip"
          onFile={onFile}
        />
        <div className="grid content-center gap-2 text-muted-foreground text-sm">
          <p>
            Cada foto encuentra su vehículo por el número de inventario o el VIN, en el nombre de la
            carpeta o al principio del suyo. Su otro número dice su lugar:
          </p>
          <ul className="grid gap-1">
            {examples.map((example) => (
              <li key={example} className="wrap-anywhere font-mono text-xs">
                {example}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}

/** Shows the last photo import of the past day with an undo button, then the result of the undo. */
function LastPhotosNotice({ transfer }: { transfer: Transfer }) {
  const { supabase } = useAuth();
  const { data: last } = useQuery(lastPhotosQuery(supabase, transfer));
  const { mutate, isPending, data: undone } = useUndoPhotos();
  if (last) {
    return (
      <Notice variant="success" title="Fotos añadidas">
        <p>{messages.added(last.photo_count, last.vehicle_count)}</p>
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          loading={isPending}
          onClick={() => mutate(last.id)}
        >
          Quitar las fotos
        </Button>
      </Notice>
    );
  }
  if (undone === undefined) return null;
  return <Notice variant="success" title={messages.undone(undone)} />;
}
