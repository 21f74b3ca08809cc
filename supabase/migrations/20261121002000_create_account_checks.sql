-- What somebody else may type about an account. Each gives the value as it is kept, or raises a sentence that can be
-- shown, with the field's name as its hint.

create function private.read_email(p_typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  email text := lower(trim(coalesce(p_typed, '')));
begin
  if length(email) > 254
    or email !~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$'
  then
    raise exception 'El correo electrónico no es válido.' using hint = 'email';
  end if;
  return email;
end
$$;

-- Digits, the country code first, as the sign-in looks them up.
create function private.read_phone(p_typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  phone text := regexp_replace(coalesce(p_typed, ''), '[[:space:]+]', '', 'g');
begin
  if phone !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El teléfono no es válido.' using hint = 'phone';
  end if;
  return phone;
end
$$;

create function private.read_full_name(p_typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  full_name text := trim(coalesce(p_typed, ''));
begin
  if full_name = '' then
    raise exception 'Escribe el nombre completo.' using hint = 'full_name';
  elsif length(full_name) > 120 then
    raise exception 'El nombre puede tener como máximo 120 caracteres.' using hint = 'full_name';
  elsif full_name ~ '[[:cntrl:]<>]' then
    raise exception 'El nombre contiene caracteres que no se admiten.' using hint = 'full_name';
  end if;
  return full_name;
end
$$;

-- The hash of a new password, as GoTrue makes it. bcrypt reads 72 bytes and no more.
create function private.hash_password(p_password text) returns text
language plpgsql volatile
set search_path = ''
as $$
begin
  if coalesce(length(p_password), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.' using hint = 'password';
  elsif octet_length(p_password) > 72 then
    raise exception 'La contraseña puede tener como máximo 72 caracteres.' using hint = 'password';
  end if;
  return extensions.crypt(p_password, extensions.gen_salt('bf', 10));
end
$$;

-- Who manages accounts may learn that an address is taken.
create function private.refuse_taken_address(p_email text, p_phone text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (select from auth.users where email = p_email) then
    raise exception 'Ya existe una cuenta con este correo electrónico.' using hint = 'email';
  elsif exists (select from auth.users where phone = p_phone) then
    raise exception 'Ya existe una cuenta con este teléfono.' using hint = 'phone';
  end if;
end
$$;

-- The guard at the top of a function that writes for other people than administrators too.
create function private.require_write() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.may_write() then
    raise insufficient_privilege using
      message = 'Tu cuenta no puede hacer cambios.',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
end
$$;

revoke execute on function private.read_email(text), private.read_phone(text), private.read_full_name(text),
  private.hash_password(text), private.refuse_taken_address(text, text), private.require_write() from public;
