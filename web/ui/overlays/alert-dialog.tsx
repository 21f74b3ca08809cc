import { AlertDialog as AlertDialogPrimitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Button } from "../controls/button.tsx";
import { CloseOnBack } from "./close-on-back.tsx";
import { overlayStyles, PanelFooter, panelStyles, SheetHandle } from "./dialog.tsx";
import { useReturnFocus } from "./return-focus.ts";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, in one or two sentences. */
  description: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  onConfirm: () => void;
  /** Disables both buttons and closing. */
  pending?: boolean;
  destructive?: boolean;
  /** The dialog asks about a navigation, which Back would repeat. */
  asksAboutLeaving?: boolean;
  children?: ReactNode;
};

/** Asks before an action that cannot be undone. Stays open until its owner closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, children, pending = false } = props;
  const returnFocus = useReturnFocus();
  return (
    <AlertDialogPrimitive.Root open={open} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <AlertDialogPrimitive.Portal>
        <AlertDialogPrimitive.Overlay className={overlayStyles} />
        <AlertDialogPrimitive.Content
          className={classNames(panelStyles, "sm:max-w-md")}
          onEscapeKeyDown={leaveToOpenList}
          {...returnFocus}
        >
          {!props.asksAboutLeaving && <CloseOnBack />}
          <SheetHandle />
          <div className="grid gap-2 overflow-y-auto px-5 py-5 sm:px-6 sm:pt-6">
            <AlertDialogPrimitive.Title className="font-semibold text-lg leading-snug tracking-tight">
              {title}
            </AlertDialogPrimitive.Title>
            <AlertDialogPrimitive.Description className="text-muted-foreground text-sm leading-relaxed">
              {description}
            </AlertDialogPrimitive.Description>
            {children}
          </div>
          <PanelFooter>
            <AlertDialogPrimitive.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                {props.cancelLabel ?? "Cancelar"}
              </Button>
            </AlertDialogPrimitive.Cancel>
            <Button
              variant={props.destructive ? "destructive" : "primary"}
              loading={pending}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </PanelFooter>
        </AlertDialogPrimitive.Content>
      </AlertDialogPrimitive.Portal>
    </AlertDialogPrimitive.Root>
  );
}

/** The first Esc closes the list of a search box, the second the dialog. */
function leaveToOpenList(event: KeyboardEvent): void {
  const { target } = event;
  const inOpenList = target instanceof Element && target.matches("[aria-expanded=true]");
  if (inOpenList) event.preventDefault();
}
