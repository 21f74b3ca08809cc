import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  ManageAccessRequestAnswer,
  type ManageAccessRequestInput,
} from "#contract/access-request.ts";
import { callFunction } from "#web/session/call-function.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { accessRequestMessages as messages } from "./messages.ts";

/**
 * Approves or rejects a request (server function manage-access-request), tells how it ended and
 * loads the lists again.
 */
export function useDecideRequest() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: ManageAccessRequestInput) => {
      const result = await callFunction(supabase, "manage-access-request", input);
      if (!result.success) throw new Error(result.message ?? "");
      return ManageAccessRequestAnswer.parse(result.data);
    },
    onSuccess: ({ notice }, { status }) => {
      const { title, description } = messages[status];
      toast({ title, description: join(description, notice), variant: "success" });
    },
    onError: (error, { status }) => {
      const failure = status === "approved" ? messages.approveFailed : messages.rejectFailed;
      const description = join(failure.description, error.message);
      toast({ ...failure, description, variant: "destructive" });
    },
    onSettled: () => {
      // Not waited for: after a failure the lists may be long in coming, and the dialog closes now.
      queries.invalidateQueries({ queryKey: ["access-requests"] });
      queries.invalidateQueries({ queryKey: ["accounts"] });
    },
  });
}

function join(...sentences: (string | undefined)[]): string {
  return sentences.filter(Boolean).join(" ");
}
