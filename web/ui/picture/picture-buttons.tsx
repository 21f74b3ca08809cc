import { ImageUp, Trash2 } from "lucide-react";
import { type ChangeEvent, useId } from "react";
import { classNames } from "../class-names.ts";
import { Button } from "../controls/button.tsx";
import { buttonStyles } from "../controls/button-styles.ts";
import { Spinner } from "../states/spinner.tsx";
import { PICTURE_ACCEPT } from "./inspect-picture.ts";

/** Chooses and deletes a picture. `mayChange` is false where the database refuses both. */
export function PictureButtons(props: {
  picture: {
    busy: "uploading" | "deleting" | null;
    upload: (file: File) => Promise<void>;
    remove: () => Promise<void>;
  };
  /** Id of the file's control where it has a fixed one; otherwise made. */
  id?: string;
  hasPicture: boolean;
  mayChange: boolean;
  labels: { upload: string; replace: string; remove: string };
}) {
  const { picture, hasPicture, labels } = props;
  const made = useId();
  const id = props.id ?? made;
  const locked = !props.mayChange || picture.busy !== null;

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (file) void picture.upload(file);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <label
        htmlFor={id}
        aria-disabled={locked || undefined}
        className={classNames(
          buttonStyles({ variant: "outline" }),
          "max-w-full cursor-pointer whitespace-normal has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
        )}
      >
        {picture.busy === "uploading" ? (
          <Spinner className="size-4" />
        ) : (
          <ImageUp aria-hidden="true" />
        )}
        <span>
          {picture.busy === "uploading"
            ? "Subiendo..."
            : hasPicture
              ? labels.replace
              : labels.upload}
        </span>
        <input
          id={id}
          type="file"
          accept={PICTURE_ACCEPT}
          disabled={locked}
          onChange={pick}
          className="sr-only"
        />
      </label>
      {hasPicture && (
        <Button
          variant="ghost"
          icon={<Trash2 aria-hidden="true" />}
          disabled={locked}
          loading={picture.busy === "deleting"}
          onClick={picture.remove}
        >
          {labels.remove}
        </Button>
      )}
    </div>
  );
}
