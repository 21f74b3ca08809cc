import type { SupabaseClient } from "@supabase/supabase-js";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { searchFilters } from "#web/api/search-filter.ts";
import { useAuth } from "../use-auth.ts";

const Row = z.object({
  id: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
});

/** Maximum number of results; another word narrows them down. */
const maxResults = 8;

/**
 * SearchPicker props for finding a dealership that a vendedor can join: an active one whose name or
 * e-mail contains each typed word.
 */
export function useDealershipSearch() {
  const { supabase } = useAuth();
  const [typed, setTyped] = useState<string | null>(null);
  const {
    data = [],
    error,
    isPending,
  } = useQuery({
    ...dealershipsQuery(supabase, typed ?? ""),
    enabled: typed !== null,
  });
  return {
    search: { typed, onType: setTyped, choices: data, loading: isPending },
    placeholder: "Buscar concesionario...",
    listLabel: "Concesionarios",
    noMatch: error ? requestErrorMessage(error) : "Ningún concesionario activo coincide",
  };
}

/**
 * Shares the key prefix of the account lists, so that renaming or closing a dealership invalidates
 * it.
 */
function dealershipsQuery(supabase: SupabaseClient, typed: string) {
  return queryOptions({
    queryKey: ["accounts", "dealerships", typed],
    queryFn: async ({ signal }) => {
      let query = supabase
        .from("profiles")
        .select("id,full_name,email")
        .eq("role", "concesionario")
        .eq("is_active", true)
        .order("full_name")
        .order("id")
        .limit(maxResults)
        .abortSignal(signal);
      for (const words of searchFilters(typed, { text: "account_text" })) {
        query = query.or(words);
      }
      const { data, error } = await query;
      if (error) throw error;
      return z.array(Row).parse(data).map(choiceOf);
    },
    placeholderData: keepPreviousData,
  });
}

function choiceOf({ id, full_name, email }: z.infer<typeof Row>) {
  return { id, name: full_name || email || id, detail: email };
}
