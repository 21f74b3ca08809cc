import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "../class-names.ts";

export type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The target of 'Volver'; without it there is no link. */
  backTo?: string;
  /** Buttons at the end (below the title on phones). */
  actions?: ReactNode;
  className?: string;
};

/** A page's header: link back, h1, one sentence, actions. */
export function PageHeader({ title, description, backTo, actions, className }: PageHeaderProps) {
  return (
    <header className={classNames("flex flex-col gap-4 pt-5 pb-5 sm:pt-8 sm:pb-6", className)}>
      {backTo && (
        <Link
          to={backTo}
          className="touch-target -ml-0.5 inline-flex w-fit items-center gap-1.5 rounded-md font-medium text-muted-foreground text-sm hover:text-foreground"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Volver
        </Link>
      )}
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        <div className="grid min-w-0 gap-1">
          <h1 className="wrap-anywhere font-semibold text-title">{title}</h1>
          {description && (
            <p className="max-w-prose text-muted-foreground text-sm">{description}</p>
          )}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2 sm:justify-end">{actions}</div>
        )}
      </div>
    </header>
  );
}
