set local search_path = pg_catalog;

-- NFC makes some characters (U+0958) two, and the next migration composes every text: those that
-- would then be too long are cut here, so that none stops it.
do $$
declare
  told record;
begin
  for told in
    select * from (values
      ('vehicles', 'brand', 80), ('vehicles', 'model', 80), ('vehicles', 'vin', 17),
      ('vehicles', 'price', 60), ('vehicles', 'transmission', 40), ('vehicles', 'color', 60),
      ('vehicles', 'fuel_type', 40), ('vehicles', 'engine', 60), ('vehicles', 'trim', 60),
      ('vehicles', 'body_style', 40), ('vehicles', 'drivetrain', 40),
      ('vehicles', 'interior_color', 60), ('vehicles', 'title_status', 40),
      ('vehicles', 'stock_number', 20), ('vehicles', 'description', 10000),
      ('profiles', 'full_name', 120),
      ('leads', 'recipient_name', 120), ('leads', 'vehicle_title', 200), ('leads', 'name', 120),
      ('leads', 'phone', 40), ('leads', 'referred_name', 120), ('leads', 'referred_phone', 40),
      ('leads', 'message', 2000), ('leads', 'next_step', 200),
      ('deals', 'buyer_name', 200), ('deals', 'buyer_phone', 40), ('deals', 'note', 1000),
      ('vehicle_costs', 'label', 80),
      ('access_requests', 'name', 120), ('access_requests', 'message', 2000)
    ) as bounds (relation, name, longest)
  loop
    execute format(
      'update public.%1$I set %2$I = left(normalize(%2$I, nfc), %3$s)
      where length(normalize(%2$I, nfc)) > %3$s', told.relation, told.name, told.longest);
  end loop;

  for told in
    select * from (values
      ('{profile,name}'::text[], 120), ('{profile,location}', 300), ('{profile,phone}', 40),
      ('{profile,email}', 254), ('{profile,whatsapp}', 40), ('{profile,tagline}', 300),
      ('{profile,slogan}', 300), ('{profile,offers}', 5000), ('{profile,custom_button,text}', 80)
    ) as bounds (path, longest)
  loop
    update public.profiles
    set config = jsonb_set(config, told.path,
      to_jsonb(left(normalize(config #>> told.path, nfc), told.longest)))
    where length(normalize(config #>> told.path, nfc)) > told.longest;
  end loop;

  update public.vehicles
  set equipment = array(
    select left(normalize(item, nfc), 60)
    from unnest(equipment) with ordinality as line (item, n) order by n)
  where exists (select from unnest(equipment) as item where length(normalize(item, nfc)) > 60);
end
$$;
