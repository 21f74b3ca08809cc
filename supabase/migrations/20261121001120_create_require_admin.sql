-- The guard at the top of every function that only an administrator may run.
create function private.require_admin() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Solo un administrador puede hacer esto.';
  end if;
end
$$;

-- The same for functions that write.
create function private.require_writing_admin() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not private.may_write() then
    raise insufficient_privilege using message = 'Tu cuenta no puede hacer cambios.', hint = 'insufficient_aal';
  end if;
end
$$;

revoke execute on function private.require_admin(), private.require_writing_admin() from public;
