-- Lists searched by regular expressions that spelled out every accent of every letter. They compare
-- folded text now, as the public inventory does, so that no page of ours needs a pattern.

-- What an account is searched by besides its phone. Bodies without a setting are inlined: a list of
-- thousands is read five times as fast.
create function public.account_text(profile public.profiles) returns text
language sql immutable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(profile.full_name, '') || ' ' || coalesce(profile.email, '')));

comment on function public.account_text(public.profiles) is 'Name and e-mail in lower case, without accents.';

-- What a lead is searched by besides its phones.
create function public.lead_text(lead public.leads) returns text
language sql immutable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(lead.name, '') || ' ' || coalesce(lead.referred_name, '') || ' ' || coalesce(lead.email, '') || ' '
    || coalesce(lead.vehicle_title, '') || ' ' || coalesce(lead.message, '') || ' ' || coalesce(lead.notes, '')));

comment on function public.lead_text(public.leads) is 'What was written and said, in lower case, without accents.';

revoke execute on function public.account_text(public.profiles), public.lead_text(public.leads) from public;
grant execute on function public.account_text(public.profiles), public.lead_text(public.leads)
  to authenticated, service_role;

-- Every vehicle with its owner, newest first, for the administrator's platform inventory. An owner
-- is folded once and not with each vehicle.
drop function public.get_all_vehicles_with_owner_and_views();
create function public.get_all_vehicles_with_owner_and_views()
returns table (
  id uuid, user_id uuid, brand text, model text, year integer, vin text, price text, status text, published boolean,
  images text[], created_at timestamptz, view_count integer, owner_name text, owner_email text, search_text text
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    with owner as materialized (
      select p.id, p.full_name, p.email, public.account_text(p) as folded from public.profiles as p
    )
    select v.id, v.user_id, v.brand, v.model, v.year, v.vin, v.price, v.status, v.published, v.images, v.created_at,
      v.views, owner.full_name, owner.email, v.search_text || ' ' || owner.folded
    from public.vehicles as v
    join owner on owner.id = v.user_id
    order by v.created_at desc, v.id;
end
$$;

revoke execute on function public.get_all_vehicles_with_owner_and_views() from public;
grant execute on function public.get_all_vehicles_with_owner_and_views() to authenticated;
