import { Camera, ImagePlus } from "lucide-react";
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { buttonStyles } from "#web/ui/controls/button.tsx";
import { PICTURE_ACCEPT } from "#web/ui/picture/inspect-picture.ts";

type PickerProps = { onFiles: (files: File[]) => void; disabled: boolean };

/**
 * Where photos come in: the camera on touch screens, the gallery, or files dropped from the
 * desktop.
 */
export function PhotoPicker({ onFiles, disabled }: PickerProps) {
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
      <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row">
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
        PNG, JPG o WEBP. Se reducen a 1 MB y 1920 px, y se les quita la ubicación.
      </p>
    </div>
  );
}

function FileButton(props: PickerProps & { capture?: boolean; children: ReactNode }) {
  const id = useId();

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
