import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useEffect, useState, useSyncExternalStore } from "react";
import { classNames } from "./class-names.ts";
import {
  currentToast,
  dismissToast,
  type ShownToast,
  subscribeToToast,
  TOAST_DURATION,
} from "./toast.ts";

/** Draws the one notice that may be shown (see ToastHost). Esc, a swipe and the cross dismiss it. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  return (
    <Toast.Provider swipeDirection="right" label="Aviso">
      {shown && <ToastCard key={shown.id} shown={shown} />}
      <Toast.Viewport
        label="Avisos ({hotkey})"
        className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none sm:inset-auto sm:right-0 sm:bottom-0 sm:w-104 sm:p-4"
      />
    </Toast.Provider>
  );
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const [open, setOpen] = useState(true);
  const destructive = shown.variant === "destructive";
  useCloseWithAnimation(open, shown.id);
  useCloseOnEscape(setOpen);
  return (
    <Toast.Root
      open={open}
      onOpenChange={setOpen}
      type={destructive ? "foreground" : "background"}
      duration={shown.duration ?? TOAST_DURATION}
      data-testid="toast"
      className={classNames(
        "pointer-events-auto relative flex items-start gap-3 rounded-xl border bg-popover p-4 pr-13 text-popover-foreground shadow-overlay",
        "duration-300 ease-out-soft data-[state=open]:slide-in-from-top-6 sm:data-[state=open]:slide-in-from-bottom-6 data-[state=open]:fade-in-0 data-[state=open]:animate-in",
        "data-[state=closed]:fade-out-0 data-[state=closed]:animate-out data-[state=closed]:duration-150",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        destructive && "border-destructive/40 bg-destructive-soft text-destructive-ink",
      )}
    >
      <ToastIcon shown={shown} />
      <div className="grid gap-0.5">
        <Toast.Title className="font-semibold text-sm">{shown.title}</Toast.Title>
        {shown.description && (
          <Toast.Description
            className={classNames(
              "text-sm leading-relaxed",
              !destructive && "text-muted-foreground",
            )}
          >
            {shown.description}
          </Toast.Description>
        )}
      </div>
      <Toast.Close
        aria-label="Cerrar aviso"
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-lg opacity-70 transition-opacity hover:opacity-100"
      >
        <X aria-hidden="true" className="size-4" />
      </Toast.Close>
    </Toast.Root>
  );
}

function ToastIcon({ shown }: { shown: ShownToast }) {
  if (shown.variant === "destructive") {
    return <CircleAlert aria-hidden="true" className="size-5 shrink-0" />;
  }
  return <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />;
}

const EXIT_MILLISECONDS = 150;

function useCloseWithAnimation(open: boolean, id: number) {
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => dismissToast(id), EXIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [open, id]);
}

/** Esc dismisses the notice from wherever the focus is, unless something nearer (a dialog, a menu) took the key. */
function useCloseOnEscape(setOpen: (open: boolean) => void) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) setOpen(false);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [setOpen]);
}
