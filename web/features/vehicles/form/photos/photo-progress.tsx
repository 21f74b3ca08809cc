import { CircleAlert, CircleCheck } from "lucide-react";
import { Progress } from "#web/ui/states/progress.tsx";
import type { Photo } from "./photo.ts";
import { photoPercent, photoStageText } from "./photo-stage-text.ts";

/** The line below a new photo: what is being done with it, how far it is, or why it failed. */
export function PhotoProgress({ photo }: { photo: Photo }) {
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
