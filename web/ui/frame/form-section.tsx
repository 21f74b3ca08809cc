import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { Card, CardContent } from "./card.tsx";

/** A section of a form: its title at the side on wide screens, its fields in a card. */
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

/** The bar with a form's buttons, sticky at the lower edge of the screen. */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 border-t bg-background/92 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur sm:mx-0 sm:rounded-t-xl sm:border-x lg:pl-[17rem]">
      {children}
    </div>
  );
}

type FormButtonsProps = {
  /** Leaves without saving: 'Cancelar', or 'Descartar' where the form stays. */
  leave: { label: string; onClick: () => void; disabled?: boolean };
  save: { label: string; saving: boolean; disabled?: boolean };
  className?: string;
};

/**
 * The two buttons of every form, in the order of dialogs: leave first, then save, which is wider on
 * a phone. Leaving is disabled while it saves.
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
