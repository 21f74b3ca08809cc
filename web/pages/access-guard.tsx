import { LogIn } from "lucide-react";
import { Fragment, type ReactNode, useEffect } from "react";
import { Navigate, useNavigation } from "react-router";
import { sessionMessages } from "#web/api/messages.ts";
import { accountMessages } from "#web/features/accounts/messages.ts";
import {
  CodeChallenge,
  CodeChallengePage,
} from "#web/features/accounts/sign-in/code-challenge.tsx";
import { SignInForm } from "#web/features/accounts/sign-in/sign-in-form.tsx";
import { type Audience, decideAccess } from "#web/session/access.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { PageSpinner } from "#web/ui/states/spinner.tsx";

/**
 * Shows its pages only to their audience; others are redirected (docs/product/README.md) or asked
 * for their code. A page with unsaved words stays when the session ends, under a bar that leads
 * back into it; for somebody else who signs in there it begins anew. The guard of all members is
 * around the others, and shows the bar for them.
 */
export function AccessGuard({ audience, children }: { audience: Audience; children: ReactNode }) {
  const { state } = useAuth();
  const decision = decideAccess(state, audience);
  const isUnderWay = useNavigation().state !== "idle";
  switch (decision.do) {
    case "wait":
      return <PageSpinner />;
    case "ask-code":
      return <CodeChallengePage />;
    case "offer-retry":
      return <ServerUnreachable />;
    case "redirect":
      // Who is on the way to a page already, whose code may still be loading, gets there.
      return isUnderWay ? <PageSpinner /> : <Navigate to={decision.to} replace />;
    case "hold":
    case "allow":
      return (
        <>
          {decision.do === "hold" && audience === "member" && <SessionEndedBar />}
          <Fragment key={"user" in state ? state.user.id : null}>{children}</Fragment>
        </>
      );
  }
}

/** A new page asks anew: the auth client remembers a failed refresh for a minute. */
function ServerUnreachable() {
  const { title, description, retry } = sessionMessages.unreachable;
  return (
    <main className="page-width grid min-h-dvh place-content-center">
      <EmptyState
        drawing={<UnpluggedDrawing />}
        heading="h1"
        title={title}
        description={description}
        action={<Button onClick={() => window.location.reload()}>{retry}</Button>}
      />
    </main>
  );
}

/**
 * In the place of the top bar, on a page that outlives its session: what has happened, and the way
 * to go on without losing a word.
 */
function SessionEndedBar() {
  const { title, description, signIn } = accountMessages.sessionEnded;
  const { state, session, askSignIn, putOffSignIn } = useAuth();
  // Nobody can press the bar's button under a dialog.
  useEffect(() => {
    if (document.querySelector("[role$=dialog][data-state=open]")) askSignIn();
  }, [askSignIn]);
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
          {session ? <CodeChallenge onProved={() => undefined} /> : <SignInForm />}
        </DialogContent>
      </Dialog>
    </section>
  );
}
