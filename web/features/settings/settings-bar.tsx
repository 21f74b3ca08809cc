import { classNames } from "#web/ui/class-names.ts";
import { FormButtons } from "#web/ui/frame/form-section.tsx";

/**
 * The end of a form, sticky at the bottom while there are unsaved changes, left of the notices.
 * Saving is always enabled, because password managers can fill fields without an event, so `dirty`
 * is not reliable.
 */
export function SettingsBar(props: {
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
  className?: string;
}) {
  const { dirty, saving, onDiscard } = props;
  return (
    <div
      className={classNames(
        "-mx-4 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0",
        (dirty || saving) &&
          "sticky bottom-0 border-t bg-background/92 backdrop-blur sm:rounded-t-xl sm:border-x",
        props.className,
      )}
    >
      <FormButtons
        leave={{ label: "Descartar", onClick: onDiscard, disabled: !dirty }}
        save={{ label: "Guardar cambios", saving }}
        className="w-full sm:w-auto"
      />
      <p role="status" className="text-muted-foreground text-sm">
        {dirty ? "Tienes cambios sin guardar." : "Todo está guardado."}
      </p>
    </div>
  );
}
