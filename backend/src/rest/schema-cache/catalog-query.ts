/** A type without length: without one, `character` and `bit` would have a length of 1. */
const typeName = (oid: string) => `case format_type(${oid}, null)
      when 'character' then 'character varying'
      when 'bit' then 'bit varying'
      else format_type(${oid}, null) end`;

/** One statement that reads the whole schema cache from the catalog, as three JSON values. */
export const catalogQuery = `
with readers as (
  select oid, rolname from pg_catalog.pg_roles
  where rolname in ('anon', 'authenticated', 'service_role')
),
relations as (
  select c.oid, c.relname, c.reltype, c.relkind
  from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
),
attributes as (
  select a.attrelid, json_agg(json_build_object(
    'name', a.attname,
    'type', ${typeName("a.atttypid")},
    'isJson', coalesce(nullif(t.typbasetype, 0), t.oid) in ('json'::regtype, 'jsonb'::regtype),
    'fallback', case
      when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'readers', array(select r.rolname from readers r where has_column_privilege(r.oid, a.attrelid, a.attnum, 'select'))
  ) order by a.attnum) as columns
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
    and a.attrelid in (
      select oid from relations
      union
      select rt.typrelid from pg_catalog.pg_proc p
      join pg_catalog.pg_type rt on rt.oid = p.prorettype
      where p.pronamespace = 'public'::regnamespace and rt.typrelid <> 0)
  group by a.attrelid
),
origins as (
  select v.oid as view, (found.m)[1]::int2 as attnum, (found.m)[2]::oid as origin, (found.m)[3]::int2 as origin_attnum
  from relations v
  join pg_catalog.pg_rewrite w on w.ev_class = v.oid and w.rulename = '_RETURN'
  cross join lateral regexp_matches(w.ev_action::text,
    ':resno (\\d+) :resname (?:[^ \\\\]|\\\\.)+ :ressortgroupref \\d+ :resorigtbl (\\d+) :resorigcol (\\d+) :resjunk false', 'g') as found (m)
  where v.relkind in ('v', 'm') and w.ev_action::text !~ '\\{QUERY.*\\{QUERY' and (found.m)[3]::int2 > 0
),
shown as (
  select attrelid as relation, attrelid as origin, attnum as origin_attnum, attname
  from pg_catalog.pg_attribute where attrelid in (select oid from relations)
  union all
  (select distinct on (o.view, o.origin, o.origin_attnum) o.view, o.origin, o.origin_attnum, a.attname
    from origins o join pg_catalog.pg_attribute a on a.attrelid = o.view and a.attnum = o.attnum
    order by o.view, o.origin, o.origin_attnum, a.attnum)
),
ends as (
  select f.oid, k.is_own, s.relation, array_agg(s.attname order by position) as names
  from pg_catalog.pg_constraint f
  cross join lateral (values (true, f.conrelid, f.conkey), (false, f.confrelid, f.confkey)) as k (is_own, origin, attnums)
  cross join lateral unnest(k.attnums) with ordinality as x (attnum, position)
  join shown s on s.origin = k.origin and s.origin_attnum = x.attnum
  where f.contype = 'f' and f.conparentid = 0
  group by f.oid, k.is_own, k.origin, k.attnums, s.relation
  having count(*) = cardinality(k.attnums)
),
keys as (
  select conrelid, contype, array_agg(k.attnum order by k.attnum) as attnums, array_agg(a.attname) as names
  from pg_catalog.pg_constraint
  cross join lateral unnest(conkey) as k (attnum)
  join pg_catalog.pg_attribute a on a.attrelid = conrelid and a.attnum = k.attnum
  where contype in ('p', 'u') and conrelid in (select oid from relations)
  group by pg_constraint.oid, conrelid, contype
),
parameters as (
  select p.oid, u.name, u.mode, u.position,
    row_number() over (partition by p.oid, u.mode in ('i', 'b', 'v') order by u.position) as place,
    ${typeName("u.type")} as type,
    u.type in ('json'::regtype, 'jsonb'::regtype) as is_json
  from pg_catalog.pg_proc p
  cross join lateral (
    select x.type, coalesce(x.name, '') as name, coalesce(x.mode, 'i') as mode, x.position
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
      with ordinality as x (type, name, mode, position)
  ) as u
  where p.pronamespace = 'public'::regnamespace
)
select
  (select coalesce(json_agg(json_build_object(
      'name', r.relname,
      'isView', r.relkind in ('v', 'm'),
      'readableView', (select v.relname from pg_catalog.pg_class v
        where v.relnamespace = to_regnamespace('private') and v.relkind = 'v'
          and v.relname = 'readable_' || r.relname),
      'columns', coalesce(a.columns, '[]'),
      'primaryKey', coalesce((select to_json(k.names) from keys k where k.conrelid = r.oid and k.contype = 'p'), '[]')
    ) order by r.relname), '[]')
    from relations r left join attributes a on a.attrelid = r.oid) as tables,
  (select coalesce(json_agg(json_build_object(
      'constraint', f.conname,
      'from', here.relname,
      'to', there.relname,
      'columns', (select json_agg(json_build_array(own, other)) from unnest(h.names, t.names) as pair (own, other)),
      'isUnique', array(select unnest(f.conkey) order by 1) in (select k.attnums from keys k where k.conrelid = f.conrelid)
    ) order by f.conrelid, f.conname, h.relation <> f.conrelid, here.relname, t.relation <> f.confrelid, there.relname), '[]')
    from pg_catalog.pg_constraint f
    join ends h on h.oid = f.oid and h.is_own
    join ends t on t.oid = f.oid and not t.is_own
    join relations here on here.oid = h.relation
    join relations there on there.oid = t.relation
    where f.conrelid in (select oid from relations) and f.confrelid in (select oid from relations)) as foreign_keys,
  (select coalesce(json_agg(json_build_object(
      'name', p.proname,
      'isSet', p.proretset,
      'isOne', not p.proretset or p.prorows = 1,
      'rowOf', (select r.relname from relations r where p.pronargs = 1 and r.reltype = p.proargtypes[0]),
      'type', format_type(p.prorettype, null),
      'isJson', p.prorettype in ('json'::regtype, 'jsonb'::regtype),
      'gives', case
        when p.prorettype = 'void'::regtype then 'nothing'
        when t.typtype = 'c' or p.prorettype = 'record'::regtype or coalesce(p.proargmodes::text[] && '{t,b,o}', false) then 'rows'
        else 'values' end,
      'table', (select r.relname from relations r where r.reltype = p.prorettype),
      'columns', coalesce(
        (select a.columns from attributes a where a.attrelid = t.typrelid),
        (select json_agg(json_build_object('name', o.name, 'type', o.type, 'isJson', o.is_json, 'fallback', null, 'readers', '[]'::json) order by o.position)
          from parameters o where o.oid = p.oid and o.mode in ('o', 'b', 't')),
        '[]'),
      'args', coalesce(
        (select json_agg(json_build_object(
            'name', i.name, 'type', i.type, 'variadic', i.mode = 'v',
            'required', i.place <= p.pronargs - p.pronargdefaults) order by i.position)
          from parameters i where i.oid = p.oid and i.mode in ('i', 'b', 'v')),
        '[]')
    ) order by p.proname, p.pronargs, pg_get_function_identity_arguments(p.oid)), '[]')
    from pg_catalog.pg_proc p
    join pg_catalog.pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)) as routines`;
