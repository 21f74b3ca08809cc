set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "private"."retired_names" ("bucket_id" text NOT NULL, "name" text NOT NULL, "etag" text, "retired_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "retired_names_pkey" PRIMARY KEY (bucket_id, name));

ALTER TABLE "private"."retired_names" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.is_cached_for_good(p_metadata jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    substring(p_metadata ->> 'cacheControl' from '^max-age=([0-9]{1,8})$')::integer >= 31536000,
    false);
$function$;

CREATE OR REPLACE FUNCTION private.refuse_retired_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from private.retired_names as past
    where past.bucket_id = new.bucket_id and past.name = new.name
      and past.etag is distinct from new.metadata ->> 'eTag'
      and past.retired_at > now() - interval '1 year')
  then
    raise unique_violation using message = 'The name is cached for good: use another one';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.retire_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or (old.bucket_id, old.name) is distinct from (new.bucket_id, new.name) then
    insert into private.retired_names (bucket_id, name, etag)
    values (old.bucket_id, old.name, old.metadata ->> 'eTag')
    on conflict (bucket_id, name) do update
    set etag = excluded.etag, retired_at = excluded.retired_at;
    delete from private.retired_names as past
    using (
      select bucket_id, name from private.retired_names
      where retired_at < now() - interval '1 year'
      order by retired_at limit 10 for update skip locked) as due
    where (past.bucket_id, past.name) = (due.bucket_id, due.name);
  end if;
  return null;
end
$function$;

CREATE INDEX retired_names_retired_at_idx ON private.retired_names USING btree (retired_at);

CREATE TRIGGER refuse_retired_name BEFORE INSERT OR UPDATE OF bucket_id, name, metadata ON storage.objects FOR EACH ROW WHEN ((new.metadata IS NOT NULL)) EXECUTE FUNCTION private.refuse_retired_name();

CREATE TRIGGER retire_name AFTER DELETE OR UPDATE OF bucket_id, name ON storage.objects FOR EACH ROW WHEN (private.is_cached_for_good(old.metadata)) EXECUTE FUNCTION private.retire_name();

REVOKE ALL ON FUNCTION "private"."is_cached_for_good"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_cached_for_good"(jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_cached_for_good"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_retired_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."retire_name"() FROM PUBLIC;
