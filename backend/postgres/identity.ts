/** The database role a request runs under, as Supabase names them. */
export type Role = "anon" | "authenticated" | "service_role";

/** Who a verified token says the caller is: the database role and the token's claims. */
export type Identity = {
  role: Role;
  claims: Record<string, unknown> & { sub?: string; session_id?: string; aal?: string };
};
