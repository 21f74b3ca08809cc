import type { AuthError, Factor, SupabaseClient } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { verifiedApps } from "#web/session/awaits-code.ts";
import { describeCodeFailure } from "#web/session/code-failure.ts";
import { useAuth } from "#web/session/use-auth.ts";

/** By what a person proves who they are: the code of an app, or one of the recovery codes. */
export type Proof = "app" | "recovery";

/** An answer to the question for a code; `appId` says which app's it is. */
export type CodeAnswer = { proof: Proof; code: string; appId: string };

export type CodeChallenge = {
  /** The person's apps; with several, they say which one's code it is. */
  apps: Factor[];
  /** Sends a code. The session is signed in a moment after a right one. */
  answer(given: CodeAnswer, whenRefused: () => void): void;
  /** A code is being looked at, or was right. */
  isPending: boolean;
  /** Why the last code was refused. */
  refusal: string | undefined;
  /** The person goes on typing. */
  clear(): void;
};

/**
 * Asks for the code of a session that waits for one (supabase-js: mfa.challengeAndVerify,
 * mfa.recoveryCodes.verify). A session that has ended meanwhile signs the person out.
 */
export function useCodeChallenge(onProved: (proof: Proof) => void): CodeChallenge {
  const { supabase, session, signOut } = useAuth();
  const { mutate, isPending, isSuccess, error, variables, reset } = useMutation<
    void,
    AuthError,
    CodeAnswer
  >({
    mutationFn: (given) => verifyCode(supabase, given),
    onSuccess: (_, { proof }) => onProved(proof),
    onError: ({ name }) => {
      if (name === "AuthSessionMissingError") signOut();
    },
  });
  return {
    apps: session ? verifiedApps(session.user) : [],
    answer: (given, whenRefused) => mutate(given, { onError: whenRefused }),
    isPending: isPending || isSuccess,
    refusal: error ? describeCodeFailure(error, variables?.proof ?? "app") : undefined,
    clear: reset,
  };
}

async function verifyCode({ auth }: SupabaseClient, { proof, code, appId }: CodeAnswer) {
  const { error } =
    proof === "app"
      ? await auth.mfa.challengeAndVerify({ factorId: appId, code })
      : await auth.mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}
