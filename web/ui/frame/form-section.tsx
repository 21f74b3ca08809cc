import type { ReactNode } from "react";
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
