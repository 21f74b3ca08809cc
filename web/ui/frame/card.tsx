import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={classNames(
        "rounded-xl border bg-card text-card-foreground shadow-card",
        className,
      )}
      {...props}
    />
  );
}

/** A card's title, one sentence and an action. */
export function CardHeader(props: {
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={classNames("flex items-start justify-between gap-4 p-4 sm:p-5", props.className)}
    >
      <div className="grid gap-0.5">
        <h2 className="font-semibold text-base tracking-tight">{props.title}</h2>
        {props.description && <p className="text-muted-foreground text-sm">{props.description}</p>}
      </div>
      {props.action}
    </div>
  );
}

/** A card's body with the usual padding. */
export function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div className={classNames("p-4 sm:p-5", className)} {...props} />;
}

/** The actions of a long card, sticky while the card is in view. */
export function CardActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 grid gap-3 rounded-b-xl border-t bg-card/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur sm:px-5">
      {children}
    </div>
  );
}

/**
 * One number with its label; a skeleton while it loads. A link in the label may cover the whole
 * card.
 */
export function StatCard(props: {
  label: ReactNode;
  value: ReactNode;
  icon?: ReactNode;
  hint?: ReactNode;
  className?: string;
}) {
  return (
    <Card
      className={classNames(
        "relative flex min-w-0 flex-col gap-1.5 px-2 py-2.5 transition-shadow has-[a]:hover:shadow-raised sm:gap-2 sm:p-5",
        props.className,
      )}
    >
      <div className="flex items-center justify-between gap-2 text-muted-foreground">
        <span className="wrap-anywhere font-medium text-2xs leading-3 tracking-tight sm:text-[0.8125rem] sm:leading-tight sm:tracking-normal">
          {props.label}
        </span>
        {props.icon && (
          <span aria-hidden="true" className="max-sm:hidden [&_svg]:size-[1.125rem]">
            {props.icon}
          </span>
        )}
      </div>
      <div className="font-semibold leading-5 tracking-tight sm:text-[1.625rem] sm:leading-none">
        {props.value}
      </div>
      {props.hint && <div className="text-muted-foreground text-xs">{props.hint}</div>}
    </Card>
  );
}
