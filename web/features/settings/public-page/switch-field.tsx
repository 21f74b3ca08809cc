import { useId } from "react";
import { useController } from "react-hook-form";
import type { PageStyleSettings } from "#contract/settings.ts";
import { Label } from "#web/ui/controls/field.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";

/** One choice of the page's style that is on or off. */
export function SwitchField(props: {
  name: "show_header_name" | "use_hero_image";
  label: string;
  hint: string;
  locked: boolean;
}) {
  const id = useId();
  const { field } = useController<PageStyleSettings, typeof props.name>({ name: props.name });
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="grid gap-0.5">
        <Label htmlFor={id}>{props.label}</Label>
        <p id={`${id}-hint`} className="text-muted-foreground text-xs leading-relaxed">
          {props.hint}
        </p>
      </div>
      <Switch
        id={id}
        ref={field.ref}
        checked={field.value}
        onCheckedChange={field.onChange}
        onBlur={field.onBlur}
        disabled={props.locked}
        aria-describedby={`${id}-hint`}
      />
    </div>
  );
}
