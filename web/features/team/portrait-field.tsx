import { useState } from "react";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { inspectPicture } from "#web/ui/picture/inspect-picture.ts";
import { PictureButtons } from "#web/ui/picture/picture-buttons.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { portraitMessages } from "./messages.ts";

const LABELS = { upload: "Subir foto", replace: "Cambiar foto", remove: "Quitar foto" };

type PortraitFieldProps = {
  name: string;
  /** URL of the portrait, or "". */
  src: string;
  /** Called with a validated picture; may throw UserFacingError. */
  onChoose: (file: File) => Promise<void>;
  onRemove: () => void;
  /** False if the database would refuse a change. */
  mayChange: boolean;
};

/** Shows, uploads and removes a salesperson's portrait. */
export function PortraitField(props: PortraitFieldProps) {
  const { name, src, onChoose, onRemove, mayChange } = props;
  const [busy, setBusy] = useState(false);

  const upload = async (file: File) => {
    const inspection = await inspectPicture(file);
    if (!inspection.accepted) return showRefusal(inspection.reason);
    setBusy(true);
    await onChoose(file)
      .catch((error: unknown) => showRefusal(userMessageOf(error, portraitMessages.unread)))
      .finally(() => setBusy(false));
  };

  return (
    <fieldset className="flex flex-wrap items-center gap-4">
      <legend className="sr-only">Foto</legend>
      <Avatar name={name} src={src} className="size-18 text-xl" />
      <div className="grid min-w-0 flex-[1_1_9rem] gap-2">
        <PictureButtons
          id="foto"
          picture={{ busy: busy ? "uploading" : null, upload, remove: async () => onRemove() }}
          hasPicture={src !== ""}
          mayChange={mayChange}
          labels={LABELS}
        />
        <p className="text-muted-foreground text-xs leading-relaxed">
          {mayChange ? portraitMessages.hint : portraitMessages.forbidden}
        </p>
      </div>
    </fieldset>
  );
}

function showRefusal(description: string): void {
  toast({ title: portraitMessages.refused, description, variant: "destructive" });
}
