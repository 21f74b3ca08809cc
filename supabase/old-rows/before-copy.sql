-- What rows from before the baselines hold that the tables of today refuse.

alter table old_public.profiles disable trigger user;
alter table old_public.vehicles disable trigger user;

-- A domain that leads nowhere on the open internet, or that is claimed by whoever is no dealership.
update old_public.profiles
set custom_domain = null
where custom_domain is not null and (
  role <> 'concesionario' or not private.is_public_host(custom_domain)
  or exists (select from old_private.settings where site_host like '%.' || custom_domain)
);

-- Addresses of others' files; the rest stays in its order, and so do the files.
update old_public.vehicles
set images = array(
  select url from unnest(images) with ordinality as image (url, position)
  where private.is_own_picture(url, user_id)
  order by position
)
where not private.are_own_pictures(images, user_id);

update old_public.profiles
set config = config #- '{profile,logo}'
where not private.is_own_picture(config #>> '{profile,logo}', id);

update old_public.profiles
set config = config #- '{page_style,hero_image_url}'
where not private.is_own_picture(config #>> '{page_style,hero_image_url}', id);

-- Texts of a vehicle are one line, but for its description.
do $$
declare
  line name;
begin
  for line in
    select attname from pg_catalog.pg_attribute
    where attrelid = 'old_public.vehicles'::regclass and atttypid = 'text'::regtype
      and attgenerated = '' and attname <> 'description' and attnum > 0 and not attisdropped
  loop
    execute format(
      'update old_public.vehicles
      set %1$I = coalesce(nullif(trim(regexp_replace(%1$I, ''[[:cntrl:]]+'', '' '', ''g'')), ''''), ''?'')
      where %1$I ~ ''[[:cntrl:]]''', line);
  end loop;
end
$$;
