import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { chooseNoticeEdge } from "./notice-edge.ts";
import { updateNoticeOffset } from "./notice-offset.ts";

export type Notice = {
  title: string;
  description?: string;
  variant: "default" | "success" | "destructive";
  /** Milliseconds; Infinity until dismissed. */
  duration: number;
  /** A link or an undo button. */
  action?: NoticeAction | undefined;
  /** The edge, if it should not depend on the last press. */
  edge?: "top" | "bottom" | undefined;
};

type NoticeAction = { label: string } & ({ href: string } | { onPress: () => void });

/** Shows a notice in place of the current one, away from the last press. */
export function showNotice(notice: Notice): void {
  const { title, variant, description, duration, action } = notice;
  const destructive = variant === "destructive";
  const isWide = matchMedia("(width >= 40rem)").matches;
  const edge = notice.edge ?? chooseNoticeEdge(isWide ? "bottom" : "top");
  shownAt = edge;
  updateNoticeOffset(edge);
  sonner.dismiss();
  // Sonner's list is a polite live region, but a failure must be announced immediately.
  const said = (text?: string) => (destructive && text ? <span role="alert">{text}</span> : text);
  const show = () =>
    sonner(said(title), {
      description: action ? (
        <span>
          <span>{said(description)}</span> <NoticeActionLine {...action} />
        </span>
      ) : (
        said(description)
      ),
      duration,
      testId: "toast",
      position: isWide ? `${edge}-right` : `${edge}-center`,
      icon: destructive ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />,
      className: destructive
        ? "border-destructive/40 bg-destructive-soft text-destructive-ink"
        : "bg-popover text-popover-foreground **:data-icon:text-success **:data-description:text-muted-foreground",
    });
  // Sonner takes two frames to dismiss one; if it gets both at once, it may keep both.
  cancelAnimationFrame(coming);
  coming = requestAnimationFrame(() => {
    coming = requestAnimationFrame(show);
  });
}

/** The pending animation frame of the next notice. */
let coming = 0;

/** A notice's action. Assistive technology reads the shortcut from its attribute. */
function NoticeActionLine(action: NoticeAction) {
  const look =
    "flex min-h-8 w-fit items-center rounded-sm font-semibold text-primary-ink hover:underline";
  const press = () => {
    sonner.dismiss();
    if ("onPress" in action) action.onPress();
  };
  return (
    <span className="mt-1 flex">
      {"href" in action ? (
        <a
          id={ACTION_ID}
          aria-keyshortcuts="Alt+T"
          href={action.href}
          target="_blank"
          rel="noopener noreferrer"
          className={look}
        >
          {action.label}
        </a>
      ) : (
        <button
          id={ACTION_ID}
          type="button"
          aria-keyshortcuts="Alt+T"
          onClick={press}
          className={look}
        >
          {action.label}
        </button>
      )}
    </span>
  );
}

const ACTION_ID = "notice-action";
const OFFSET = "var(--notice-offset)";
let shownAt: "top" | "bottom" = "top";

/**
 * Renders notices above everything, dialogs included. Esc, a swipe and the close button dismiss
 * them.
 */
export function Toaster() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other bars
  useEffect(() => updateNoticeOffset(shownAt), [pathname]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) sonner.dismiss();
      // Sonner's own listener has focused the list, three Tabs before the action.
      if (event.altKey && event.code === "KeyT") document.getElementById(ACTION_ID)?.focus();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <Sonner
      // Sonner adds its shortcut, "alt+T", to containerAriaLabel.
      customAriaLabel="Avisos"
      closeButton
      swipeDirections={["top", "right", "bottom", "left"]}
      icons={{ close: <X aria-hidden="true" /> }}
      mobileOffset={{ top: OFFSET, bottom: OFFSET, left: 12, right: 12 }}
      offset={{ top: OFFSET, bottom: OFFSET, left: 16, right: 16 }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: "Cerrar aviso",
        classNames: {
          toast:
            "pointer-events-auto flex w-full sm:w-104 items-start gap-3 rounded-xl border p-4 pr-13 font-sans shadow-overlay focus-visible:outline-2! focus-visible:outline-ring!",
          icon: "[&_svg]:size-5",
          content: "grid gap-0.5",
          title: "font-semibold text-sm leading-5",
          description: "text-sm leading-relaxed",
          closeButton:
            "absolute top-1 right-1 grid size-11 place-items-center rounded-lg opacity-70 transition-opacity hover:opacity-100 [&_svg]:size-4",
        },
      }}
    />
  );
}
