-- Keeps the address that a profile gives up. An address that somebody claims is theirs alone from then on, so it is past for nobody; of one
-- profile the latest twenty are kept. Accounts that exist have their present address only, and nothing to fill in.
create function private.keep_past_slug() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into private.past_slugs (slug) values (old.public_slug)
    on conflict (slug) do update set profile_id = null, retired_at = excluded.retired_at;
    return null;
  end if;

  delete from private.past_slugs where slug = new.public_slug;
  if tg_op = 'UPDATE' and old.public_slug is not null then
    insert into private.past_slugs (slug, profile_id) values (old.public_slug, new.id)
    on conflict (slug) do update set profile_id = excluded.profile_id, retired_at = excluded.retired_at;
    delete from private.past_slugs
    where profile_id = new.id
      and slug not in (select slug from private.past_slugs where profile_id = new.id order by retired_at desc limit 20);
  end if;
  return null;
end
$$;

revoke execute on function private.keep_past_slug() from public;

create trigger keep_past_slug_of_insert
  after insert on public.profiles
  for each row when (new.public_slug is not null)
  execute function private.keep_past_slug();

create trigger keep_past_slug_of_update
  after update of public_slug on public.profiles
  for each row when (new.public_slug is distinct from old.public_slug)
  execute function private.keep_past_slug();

create trigger keep_past_slug_of_delete
  after delete on public.profiles
  for each row when (old.public_slug is not null)
  execute function private.keep_past_slug();
