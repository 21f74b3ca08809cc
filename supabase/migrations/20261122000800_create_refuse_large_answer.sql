-- An embed of an embed, or one column under a hundred names, makes of a few rows more than a server has memory for. The statements of /rest/v1 add up
-- the size of such rows as they come, and call this as soon as it is too much: neither PostgreSQL nor the server ever holds the rest.
create function private.refuse_large_answer() returns json
language plpgsql volatile parallel safe
set search_path = ''
as $$
begin
  raise exception 'The answer would be too large'
    using errcode = 'PT413', hint = 'Ask for fewer rows, columns or embedded lists at a time.';
end
$$;

revoke execute on function private.refuse_large_answer() from public;
grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;
