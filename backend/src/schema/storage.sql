-- Buckets and their objects, in Supabase Storage's layout.
create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);

create function storage.foldername(name text) returns text[]
language sql immutable
as $$ select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
language sql immutable
as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

grant execute on function storage.foldername(text), storage.filename(text) to anon, authenticated,
  service_role;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select on storage.buckets to authenticated;
grant all on storage.buckets to service_role;
grant select, insert, update, delete on storage.objects to authenticated;
grant all on storage.objects to service_role;

-- Names of deleted or moved objects that browsers cache for a year (object-rows.ts,
-- IMMUTABLE_SECONDS). For that year the name cannot be used for other bytes.
create table private.retired_names (
  bucket_id text not null,
  name text not null,
  etag text,
  retired_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
create index retired_names_retired_at_idx on private.retired_names (retired_at);
alter table private.retired_names enable row level security;

create function private.is_cached_for_good(p_metadata jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    substring(p_metadata ->> 'cacheControl' from '^max-age=([0-9]{1,8})$')::integer >= 31536000,
    false);
$$;
grant execute on function private.is_cached_for_good(jsonb) to authenticated, service_role;

create function private.retire_name() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger retire_name
  after delete or update of bucket_id, name on storage.objects
  for each row when (private.is_cached_for_good(old.metadata))
  execute function private.retire_name();

create function private.refuse_retired_name() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
-- A row without metadata only tests permissions (upload-object.ts).
create trigger refuse_retired_name
  before insert or update of bucket_id, name, metadata on storage.objects
  for each row when (new.metadata is not null)
  execute function private.refuse_retired_name();
