set local search_path = pg_catalog;

-- The next migrations compose the texts of configs, which NFC can lengthen. A config that would
-- then exceed its bound loses lengthened texts until it fits: else it would stop the upgrade. Only
-- a config of nearly 32,768 characters is affected.
do $$
declare
  paths constant text[] := array['offers', 'slogan', 'tagline', 'location', 'name', 'email',
    'phone', 'whatsapp', 'custom_button,text'];
  told text;
begin
  foreach told in array paths loop
    update public.profiles
    set config = config #- ('{profile,' || told || '}')::text[]
    where length(normalize(config #>> ('{profile,' || told || '}')::text[], nfc))
        > length(config #>> ('{profile,' || told || '}')::text[])
      and length(config::text) + (
        select sum(greatest(0, length(normalize(config #>> path, nfc)) - length(config #>> path)))
        from (select ('{profile,' || name || '}')::text[] from unnest(paths) as name)
          as lengthened (path)
      ) > 32768;
  end loop;
end
$$;
