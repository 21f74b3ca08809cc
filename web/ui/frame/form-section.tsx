import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { Card, CardContent } from "./card.tsx";

/** One section of a form: its name at the side on wide screens, its fields in a card. */
export function FormSection(props: {
  title: ReactNode;
  description: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
      <div className="grid content-start gap-1 lg:pt-5">
        <h2 className="font-semibold text-base tracking-tight">{props.title}</h2>
        <p className="text-muted-foreground text-sm leading-relaxed">{props.description}</p>
      </div>
      <Card>
        <CardContent className="grid gap-5">{props.children}</CardContent>
      </Card>
    </section>
  );
}

/**
 * The end of a form of sections (form-section.tsx), under its fields; it stays at the lower edge of
 * the screen.
 */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 border-t bg-background/92 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur sm:mx-0 sm:rounded-t-xl sm:border-x lg:pl-[17rem]">
      {children}
    </div>
  );
}

type FormButtonsProps = {
  /** The way out without saving: 'Cancelar', or 'Descartar' where the form stays. */
  leave: { label: string; onClick: () => void; disabled?: boolean };
  save: { label: string; saving: boolean; disabled?: boolean };
  /** Utilities beside the pair's own. */
  className?: string;
};

/**
 * The two buttons of every form that is saved, in the order of the dialogs: the way out first, then
 * the save, wider on a phone. There is no way out while it saves.
 */
export function FormButtons({ leave, save, className = "" }: FormButtonsProps) {
  return (
    <div className={`flex flex-wrap gap-2 max-sm:[&>:last-child]:grow ${className}`}>
      <Button
        variant="outline"
        size="lg"
        disabled={leave.disabled || save.saving}
        onClick={leave.onClick}
      >
        {leave.label}
      </Button>
      <Button type="submit" size="lg" disabled={save.disabled} loading={save.saving}>
        {save.label}
      </Button>
    </div>
  );
}
