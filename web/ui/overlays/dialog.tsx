import { X } from "lucide-react";
import { Dialog as DialogPrimitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { CloseOnBack } from "./close-on-back.tsx";
import { useReturnFocus } from "./return-focus.ts";

export const Dialog = DialogPrimitive.Root;

/** The backdrop of dialogs. */
export const overlayStyles =
  "fixed inset-0 z-50 print:hidden bg-[hsl(222_47%_6%/0.55)] backdrop-blur-[2px] data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 duration-200";

/** A bottom sheet on phones, a centred panel from 640 px on. */
export const panelStyles = [
  "fixed z-50 flex flex-col bg-popover text-popover-foreground shadow-overlay outline-none",
  "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-2xl border-t",
  "sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl sm:border",
  "duration-300 ease-out-soft data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=closed]:duration-200",
  "data-[state=open]:slide-in-from-bottom data-[state=closed]:slide-out-to-bottom",
  "sm:data-[state=open]:slide-in-from-bottom-4 sm:data-[state=closed]:slide-out-to-bottom-4 sm:data-[state=open]:fade-in-0 sm:data-[state=closed]:fade-out-0",
].join(" ");

/** The bar at the top of a bottom sheet. */
export function SheetHandle() {
  return (
    <span
      aria-hidden="true"
      className="mx-auto mt-2.5 h-1 w-9 shrink-0 rounded-full bg-border sm:hidden"
    />
  );
}

export type DialogContentProps = Omit<ComponentProps<typeof DialogPrimitive.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons that stay in view while the content scrolls. */
  footer?: ReactNode;
};

/** A dialog's panel with title, optional description, scrolling body and close button. */
export function DialogContent(props: DialogContentProps) {
  const { title, description, footer, className, children, onOpenAutoFocus, ...rest } = props;
  const returnFocus = useReturnFocus();
  const open = (event: Event) => {
    returnFocus.onOpenAutoFocus(event);
    onOpenAutoFocus?.(event);
  };
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayStyles} />
      <DialogPrimitive.Content
        className={classNames(panelStyles, className)}
        {...(description ? {} : { "aria-describedby": undefined })}
        onInteractOutside={stayForNotice}
        {...returnFocus}
        onOpenAutoFocus={open}
        {...rest}
      >
        <CloseOnBack />
        <SheetHandle />
        <header className="grid gap-1 px-5 pt-4 pr-14 pb-3 sm:px-6 sm:pt-6 sm:pr-16">
          <DialogPrimitive.Title className="font-semibold text-lg leading-snug tracking-tight">
            {title}
          </DialogPrimitive.Title>
          {description && (
            <DialogPrimitive.Description className="text-muted-foreground text-sm leading-relaxed">
              {description}
            </DialogPrimitive.Description>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:px-6 sm:pb-6">
          {children}
        </div>
        {footer && <PanelFooter>{footer}</PanelFooter>}
        <DialogPrimitive.Close
          aria-label="Cerrar"
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-full text-muted-foreground transition-colors hover:bg-muted hover:text-foreground"
        >
          <X aria-hidden="true" className="size-5" />
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

/** Notices are above dialogs, so pressing one must not close the dialog. */
function stayForNotice(event: Event & { target: EventTarget | null }): void {
  const { target } = event;
  if (target instanceof Element && target.closest("[data-sonner-toaster]")) event.preventDefault();
}

/** A panel's row of buttons; stacked on phones, with the main one on top. */
export function PanelFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-col-reverse gap-2 border-t bg-popover px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:rounded-b-2xl sm:px-6">
      {children}
    </footer>
  );
}
