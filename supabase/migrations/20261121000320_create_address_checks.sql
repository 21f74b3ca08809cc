-- The public addresses that a person may claim.

-- Lower-case letters, digits and single hyphens: no case or Unicode twin of another slug can exist.
create function private.is_slug(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(p_value) between 2 and 60;
$$;

-- Words that are a route of ours, could become one, or would mislead.
create function private.is_reserved_word(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value = any (array[
    'about', 'account', 'add-vehicle', 'admin', 'administrador', 'api', 'app', 'assets', 'auth', 'ayuda', 'blog',
    'build', 'config', 'contact', 'contacto', 'create-admin', 'dashboard', 'demo', 'edit-vehicle', 'favicon',
    'forgot-password', 'functions', 'healthz', 'help', 'index', 'inventario', 'inventory', 'legal', 'login', 'logout',
    'mail', 'metrics', 'null', 'privacidad', 'privacy', 'public', 'readyz', 'rest', 'robots', 'root', 'settings',
    'share', 'signup', 'sitemap', 'soporte', 'static', 'storage', 'support', 'system', 'team', 'terminos', 'terms',
    'undefined', 'update-password', 'user', 'users', 'vcard', 'vehicle', 'vehicles', 'vitrina', 'www'
  ]);
$$;

-- A host name of the open internet: at least two labels and a last one of letters, so no address in numbers
-- (dotted, decimal, hexadecimal, IPv6), and none of the names kept for inside networks.
create function private.is_public_host(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select length(p_value) <= 253
    and p_value ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$'
    and p_value !~ '\.(local|localhost|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|test|example|invalid)$'
    and p_value !~ '(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me)$';
$$;

revoke execute on function private.is_slug(text), private.is_reserved_word(text), private.is_public_host(text) from public;
grant execute on function private.is_slug(text), private.is_reserved_word(text), private.is_public_host(text)
  to authenticated, service_role;
