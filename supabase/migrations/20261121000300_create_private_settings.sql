-- What the database has to know about the installation: its own address, which nobody may claim as custom_domain,
-- and a salt of its own, without which a visitor's hash could be turned back into an address by trying them all.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  site_host text not null default 'localhost',
  visitor_salt bytea not null default extensions.gen_random_bytes(32)
);

insert into private.settings default values;

alter table private.settings enable row level security;

-- Called once at each start with SITE_URL; keeps its host name.
create function private.set_site_url(p_site_url text) returns void
language sql
set search_path = ''
as $$
  update private.settings
  set site_host = lower(substring(p_site_url from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)'))
  where site_host is distinct from lower(substring(p_site_url from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)'))
    and substring(p_site_url from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)') is not null;
$$;

revoke execute on function private.set_site_url(text) from public;
