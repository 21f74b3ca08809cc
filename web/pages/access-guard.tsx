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
 * Shows its pages only to their audience, and redirects others (docs/product/README.md) or asks for
 * their second factor. A page with unsaved input stays when the session ends, under a bar for
 * signing in again; if another person signs in, it is remounted. The members' guard wraps the other
 * guards and shows the bar for them.
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
      // Do not redirect to a page that is already loading.
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

/** Reloads the page: the auth client remembers a failed refresh for a minute. */
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
 * Replaces the top bar on a page that outlived its session, and leads back without losing input.
 */
function SessionEndedBar() {
  const { title, description, signIn } = accountMessages.sessionEnded;
  const { state, session, askSignIn, dismissSignIn } = useAuth();
  // An open dialog covers the bar's button, so ask to sign in above the dialog immediately.
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
      <Dialog open={state.status === "ended" && state.asking} onOpenChange={dismissSignIn}>
        <DialogContent title={signIn} description={description}>
          {session ? <CodeChallenge onProved={() => undefined} /> : <SignInForm />}
        </DialogContent>
      </Dialog>
    </section>
  );
}
