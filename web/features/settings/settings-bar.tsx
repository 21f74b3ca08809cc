import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";

/** The end of a form. It stays at the lower edge of the screen while something is unsaved, left of where notices appear. */
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
      <div className="grid w-full grid-cols-[1fr_auto] gap-2 sm:flex sm:w-auto">
        <Button type="submit" size="lg" disabled={!dirty} loading={saving}>
          Guardar cambios
        </Button>
        <Button variant="outline" size="lg" disabled={!dirty || saving} onClick={onDiscard}>
          Descartar
        </Button>
      </div>
      <p role="status" className="text-muted-foreground text-sm">
        {dirty ? "Tienes cambios sin guardar." : "Todo está guardado."}
      </p>
    </div>
  );
}
