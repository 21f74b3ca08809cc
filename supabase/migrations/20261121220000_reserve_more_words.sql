-- The routes that were added since 20261121000320, and words that a person could take for one of the platform's pages.
create or replace function private.is_reserved_word(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value = any (array[
    'about', 'account', 'add-vehicle', 'admin', 'administrador', 'api', 'app', 'assets', 'auth', 'ayuda', 'blog',
    'build', 'config', 'contact', 'contacto', 'create-admin', 'dashboard', 'demo', 'edit-vehicle', 'favicon',
    'forgot-password', 'functions', 'healthz', 'help', 'index', 'inventario', 'inventory', 'leads', 'legal', 'login',
    'logout', 'mail', 'manifest', 'metrics', 'null', 'preview', 'privacidad', 'privacy', 'prospectos', 'public',
    'readyz', 'rest', 'robots', 'root', 'settings', 'share', 'signup', 'sitemap', 'soporte', 'static', 'storage',
    'support', 'system', 'team', 'terminos', 'terms', 'undefined', 'update-password', 'user', 'users', 'vcard',
    'vehicle', 'vehicles', 'vitrina', 'www'
  ]);
$$;

-- Whoever has one of the new words gets another address; the old one goes on leading there (past_slugs).
update public.profiles set public_slug = private.free_slug(public_slug) where private.is_reserved_word(public_slug);
