import { LogIn } from "lucide-react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { accountMessages } from "./messages.ts";
import { SignInForm } from "./sign-in/sign-in-form.tsx";

/**
 * In the place of the top bar, on a page that outlives its session: what has happened, and the way
 * to go on without losing a word.
 */
export function SessionEndedBar() {
  const { title, description, signIn } = accountMessages.sessionEnded;
  const { state, askSignIn, putOffSignIn } = useAuth();
  return (
    <section
      aria-label={title}
      className="sticky top-0 z-40 border-b bg-warning-soft text-sm text-warning-ink"
    >
      <div className="page-width flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
        <p role="alert">
          <strong className="font-semibold">{title}.</strong> {description}
        </p>
        <Button onClick={askSignIn}>
          <LogIn aria-hidden="true" />
          {signIn}
        </Button>
      </div>
      <Dialog open={state.status === "ended" && state.asking} onOpenChange={putOffSignIn}>
        <DialogContent title={signIn} description={description}>
          <SignInForm />
        </DialogContent>
      </Dialog>
    </section>
  );
}
