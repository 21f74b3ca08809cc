-- Everybody with an account: administrators, dealerships and salespeople.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null default '' check (length(full_name) <= 120),
  email text,
  phone text,
  role text not null default 'vendedor' check (role in ('admin', 'concesionario', 'vendedor')),
  is_active boolean not null default false,
  public_slug text unique,
  dealership_id uuid references public.profiles (id) on delete set null,
  custom_domain text unique,
  vehicle_count integer not null default 0 check (vehicle_count >= 0),
  config jsonb not null default '{}',
  public_config jsonb generated always as (private.public_config(config)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint profiles_public_slug_format check (private.is_slug(public_slug)),
  constraint profiles_public_slug_reserved check (not private.is_reserved_word(public_slug)),
  constraint profiles_custom_domain_host check (private.is_public_host(custom_domain)),
  constraint profiles_dealership_of_vendedor check (dealership_id is null or (role = 'vendedor' and dealership_id <> id)),

  constraint profiles_config_shape check (
    jsonb_typeof(config) = 'object'
    and length(config::text) <= 32768
    and private.is_object(config -> 'profile')
    and private.is_object(config -> 'page_style')
    and private.is_object(config #> '{profile,custom_button}')
  ),
  constraint profiles_config_flags check (
    private.is_flags(config -> 'features')
    and private.is_flags(config #> '{profile,contact_links_visibility}')
    and coalesce(jsonb_typeof(config #> '{profile,custom_button,enabled}') in ('boolean', 'null'), true)
    and coalesce(jsonb_typeof(config #> '{page_style,use_hero_image}') in ('boolean', 'null'), true)
    and coalesce(jsonb_typeof(config #> '{page_style,show_header_name}') in ('boolean', 'null'), true)
  ),
  constraint profiles_config_texts check (
    private.is_text(config #> '{profile,name}', 120)
    and private.is_text(config #> '{profile,location}', 300)
    and private.is_text(config #> '{profile,phone}', 40)
    and private.is_text(config #> '{profile,email}', 254)
    and private.is_text(config #> '{profile,whatsapp}', 40)
    and private.is_text(config #> '{profile,tagline}', 300)
    and private.is_text(config #> '{profile,slogan}', 300)
    and private.is_text(config #> '{profile,offers}', 5000)
    and private.is_text(config #> '{profile,custom_button,text}', 80)
    and coalesce(config #>> '{page_style,layout_style}' in ('centered', 'classic'), true)
  ),
  constraint profiles_config_urls check (
    private.is_web_url(config #> '{profile,logo}')
    and private.is_web_url(config #> '{profile,location_url}')
    and private.is_web_url(config #> '{profile,custom_button,url}')
    and private.is_web_url(config #> '{page_style,hero_image_url}')
    and private.is_social_link(config #> '{profile,instagram}')
    and private.is_social_link(config #> '{profile,facebook}')
  ),
  constraint profiles_config_colours check (
    private.is_hex_colour(config #> '{page_style,accent_color}')
    and private.is_hex_colour(config #> '{page_style,hero_background_color}')
    and coalesce(config #>> '{page_style,theme_color}' ~ '^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{1,20})$', true)
  )
);

create index profiles_dealership_id_idx on public.profiles (dealership_id);
create index profiles_admins_idx on public.profiles (id) where role = 'admin';

alter table public.profiles enable row level security;

revoke all on public.profiles from anon, authenticated, service_role;
grant all on public.profiles to service_role;
