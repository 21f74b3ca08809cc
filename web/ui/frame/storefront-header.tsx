import type { ReactNode } from "react";
import type { StorefrontLayout } from "./storefront-hero.tsx";

export type StorefrontHeaderProps = {
  name: string;
  /** The logo's URL, or "". */
  logo: string;
  layout: StorefrontLayout;
  /** Without a logo the name is always shown. */
  showName: boolean;
  /** The target of logo and name; without it they are not links. */
  home?: string;
  /** The page's links; hidden in a narrow container. */
  nav: ReactNode;
  /** 'Visítanos', 'Llama ya' and the like; hidden in a narrow container. */
  actions?: ReactNode;
  /** In place of `nav` and `actions` in a narrow container: the call button and the menu button. */
  menu?: ReactNode;
};

/**
 * The sticky header of a public page. Uses container queries, so that a preview looks like the
 * page.
 */
export function StorefrontHeader(props: StorefrontHeaderProps) {
  const { layout, nav, actions, menu } = props;
  const isCentered = layout === "centered";
  return (
    <header className="@container sticky top-0 z-40 border-b bg-background/90 backdrop-blur-lg">
      <div
        className={`mx-auto flex h-16 w-full max-w-7xl items-center gap-4 px-4 @4xl:h-18 @4xl:px-8 ${isCentered ? "@4xl:grid @4xl:grid-cols-[1fr_auto_1fr]" : ""}`}
      >
        <Brand {...props} />
        <div
          className={`hidden items-center @4xl:flex ${isCentered ? "-order-1 -ml-3" : "ml-auto"}`}
        >
          {nav}
        </div>
        <div
          className={`ml-auto hidden items-center gap-2 @4xl:flex ${isCentered ? "" : "@4xl:ml-0"}`}
        >
          {actions}
        </div>
        <div className="-mr-2 ml-auto flex items-center @4xl:hidden">{menu}</div>
      </div>
    </header>
  );
}

function Brand({ name, logo, showName, home }: StorefrontHeaderProps) {
  const content = (
    <>
      {logo && (
        <img
          src={logo}
          alt={showName ? "" : name}
          className="h-10 w-auto max-w-36 shrink-0 object-contain @4xl:h-11"
        />
      )}
      {(showName || !logo) && (
        <span className="min-w-0 truncate font-bold text-lg tracking-tight">{name}</span>
      )}
    </>
  );
  const className = "flex min-h-11 min-w-0 items-center gap-3 rounded-lg";
  if (!home) return <div className={className}>{content}</div>;
  return (
    <a href={home} className={className}>
      {content}
    </a>
  );
}
