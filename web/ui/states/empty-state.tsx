import type { ReactNode } from "react";

export type EmptyStateProps = {
  title: ReactNode;
  /** h1 when it is the page's only content. */
  heading?: "h1" | "h2";
  description?: ReactNode;
  /** A drawing from ui/states. */
  drawing?: ReactNode;
  /** A button or link to do next. */
  action?: ReactNode;
  className?: string;
};

/** Says that there is nothing here (or that it could not be loaded), and what to do about it. */
export function EmptyState(props: EmptyStateProps) {
  const { title, heading: Heading = "h2", description, drawing, action, className = "" } = props;
  return (
    <div
      className={`grid justify-items-center gap-1.5 rounded-2xl border border-dashed bg-card/60 px-6 py-12 text-center ${className}`}
    >
      {drawing && <div className="mb-3 w-48 max-w-full text-muted-foreground">{drawing}</div>}
      <Heading className="font-semibold text-lg tracking-tight">{title}</Heading>
      {description && (
        <p className="max-w-md text-muted-foreground text-sm leading-relaxed">{description}</p>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
