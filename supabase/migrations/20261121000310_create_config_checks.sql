-- What profiles.config may hold. All are immutable, for check constraints; a missing value is always right.

-- An absolute web address: no javascript:, no data:, no quote or bracket that could end an attribute.
create function private.is_web_url(p_value jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string'
      and (p_value #>> '{}' = '' or (length(p_value #>> '{}') <= 2000 and p_value #>> '{}' ~* '^https?://[^[:space:][:cntrl:]<>"''\\]+$')));
$$;

-- A social profile: a web address, or a bare handle or host without any scheme (@autos, instagram.com/autos).
create function private.is_social_link(p_value jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select private.is_web_url(p_value)
    or (jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^@?[[:alnum:]][[:alnum:]._/?=&-]{0,199}$');
$$;

create function private.is_hex_colour(p_value jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})$');
$$;

-- A line or a paragraph of at most p_limit characters.
create function private.is_text(p_value jsonb, p_limit integer) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit);
$$;

-- An object (or nothing) whose values are all true or false.
create function private.is_flags(p_value jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value is null
    or (jsonb_typeof(p_value) = 'object'
      and not exists (
        select from jsonb_each(case jsonb_typeof(p_value) when 'object' then p_value else '{}' end) as flag
        where jsonb_typeof(flag.value) <> 'boolean'
      ));
$$;

create function private.is_object(p_value jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value is null or jsonb_typeof(p_value) = 'object';
$$;

revoke execute on function private.is_web_url(jsonb), private.is_social_link(jsonb), private.is_hex_colour(jsonb),
  private.is_text(jsonb, integer), private.is_flags(jsonb), private.is_object(jsonb) from public;
grant execute on function private.is_web_url(jsonb), private.is_social_link(jsonb), private.is_hex_colour(jsonb),
  private.is_text(jsonb, integer), private.is_flags(jsonb), private.is_object(jsonb) to authenticated, service_role;
