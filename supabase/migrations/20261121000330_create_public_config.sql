-- The part of a config that visitors may read: no features, and of the contact links only those that are shown.
-- Masking is done in the column itself, so a hidden link can neither be read nor found by a filter.
create function private.public_config(p_config jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'profile',
    case when jsonb_typeof(p_config -> 'profile') = 'object' then
      (p_config -> 'profile') - 'contact_links_visibility' - array(
        select masked.name
        from (values
          ('location', 'location'), ('location_url', 'location'), ('phone', 'phone'), ('email', 'email'),
          ('whatsapp', 'whatsapp'), ('instagram', 'instagram'), ('facebook', 'facebook')
        ) as masked (name, link)
        where coalesce(p_config #> array['profile', 'contact_links_visibility', masked.link], 'true'::jsonb)
          <> 'true'::jsonb
      )
    end,
    'page_style',
    case when jsonb_typeof(p_config -> 'page_style') = 'object' then p_config -> 'page_style' end
  ));
$$;

revoke execute on function private.public_config(jsonb) from public;
grant execute on function private.public_config(jsonb) to authenticated, service_role;
