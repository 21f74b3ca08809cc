import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";

type FileAreaProps = {
  /** Accessible name of the file input. */
  label: string;
  /** The accepted file types, shown below the button. */
  hint: string;
  icon: ReactNode;
  button: string;
  accept: string;
  busy?: boolean;
  onFile: (file: File) => void;
};

/** A drop area with a button that opens the file picker. */
export function FileArea({ label, hint, icon, button, accept, busy, onFile }: FileAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const pickFile = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    pickFile(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by key
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "grid justify-items-center gap-3 rounded-xl border-2 border-dashed p-6 text-center sm:content-center",
        over && "border-primary bg-muted",
      )}
    >
      <span aria-hidden="true" className="text-muted-foreground [&_svg]:size-8">
        {icon}
      </span>
      <Button loading={busy} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <p className="text-muted-foreground text-sm">
        <span className="max-sm:hidden">O suéltalo aquí. </span>
        <span>{hint}</span>
      </p>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          pickFile(target.files);
          target.value = "";
        }}
      />
    </div>
  );
}
