import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { mailMessages } from "./messages.ts";

const DeadMail = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.string(),
  last_error: z.string().nullable(),
  attempts: z.number(),
  created_at: z.string(),
});
/** A mail that was given up, without its body. */
export type DeadMail = z.infer<typeof DeadMail>;

const queryKey = ["dead-mails"];

/** Mails that were given up, newest first (rpc get_dead_mails). Throws PostgREST's error. */
export function deadMailsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase.rpc("get_dead_mails").abortSignal(signal);
      if (error) throw error;
      return z.array(DeadMail).parse(data);
    },
  });
}

/** Retries a mail (rpc retry_dead_mail), shows a notice and reloads the list. */
export function useRetryMail() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: DeadMail) => {
      const { error } = await supabase.rpc("retry_dead_mail", { p_id: id });
      if (error) throw error;
    },
    onSuccess: (_, { recipient }) => {
      const description = `Se envía otra vez a ${recipient}. Si vuelve a fallar, aparecerá aquí de nuevo.`;
      toast({ title: mailMessages.queued, description, variant: "success" });
    },
    onError: (error) => {
      const description = requestErrorMessage(error);
      toast({ title: mailMessages.retryFailed, description, variant: "destructive" });
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
