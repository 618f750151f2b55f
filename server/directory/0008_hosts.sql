-- The hosts of the platform and of resellers over all cells: the same tables as in a cell.

create table hosts (
  node          int not null references nodes on delete cascade,
  -- That of the node, so that policies need no join.
  path          text collate "C" not null,
  -- In lower case and punycode. Shorter than a host name may be: the TXT record has a name of its own.
  name          text collate "C" not null
    check (length(name) <= 240 and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- verified: the TXT record was found. lapsed: it has been missing for too long, and the host is not served any more.
  state         text collate "C" not null default 'pending' check (state in ('pending', 'verified', 'lapsed')),
  -- Of the TXT record. Public once it is in DNS.
  token         text collate "C" not null check (token ~ '^[0-9A-Za-z]{32}$'),
  -- Whether links of e-mails and shares have this host. One per node.
  is_home       boolean not null default false,
  serves_docs   boolean not null default false,
  -- Whether the name leads to this installation. Null: not known.
  leads_here    boolean,
  -- Why the last check found no proof.
  fault         text collate "C" check (fault in ('no_record', 'other_record', 'dns_failed', 'taken')),
  added_by      text not null check (length(added_by) between 1 and 254),
  added_at      timestamptz not null,
  checked_at    timestamptz,
  verified_at   timestamptz,
  -- Since when a verified one has no proof.
  failing_since timestamptz,
  -- Null: no more checks by itself.
  check_at      timestamptz,
  -- What the staff of the node was notified of: the state, or `failing`.
  noted         text collate "C" not null default 'pending',
  -- Of the database's clock: processes read hosts again when it changes.
  changed_at    timestamptz not null default clock_timestamp(),
  primary key (node, name)
);
-- The node that proves a name has it: one that was only added keeps it from nobody.
create unique index hosts_verified on hosts (name) where state = 'verified';
create unique index hosts_home on hosts (node) where is_home;
create index hosts_by_path on hosts (path, name);
create index hosts_due on hosts (check_at) where check_at is not null;
create index hosts_unnoted on hosts (node)
  where noted <> case when state = 'verified' and failing_since is not null then 'failing' else state end;
create index hosts_changed on hosts (changed_at) where state = 'verified';

-- How many hosts were added within a day, so that removing one makes no room for another.
create table host_additions (
  number   bigint generated always as identity primary key,
  node     int not null,
  added_at timestamptz not null
);
create index host_additions_by_time on host_additions (added_at, node);

-- `outcome`: done, not_found, known, too_many, too_many_today, branch_full, platform_full.
create function add_host(
  of_node text, new_name text, new_token text, author text, at timestamptz, most int, most_a_day int,
  most_on_platform int, out outcome text
)
language plpgsql as $$
declare
  owner nodes;
begin
  -- One at a time, so that the limits are exact.
  perform pg_advisory_xact_lock(hashtext('rastro hosts'));
  outcome := 'not_found';
  select n.* into owner from nodes n where n.id = of_node and n.kind <> 'account';
  if not found then
    return;
  end if;
  if exists (select from hosts h where h.node = owner.number and h.name = new_name) then
    outcome := 'known';
    return;
  end if;
  if (select count(*) from hosts h where h.node = owner.number) >= most then
    outcome := 'too_many';
    return;
  end if;
  delete from host_additions a where a.added_at <= at - interval '1 day';
  if (select count(*) from host_additions a where a.node = owner.number) >= most_a_day then
    outcome := 'too_many_today';
    return;
  end if;
  -- The resellers of a branch have a quarter of the platform's, so that they cannot use up what others need.
  if (select count(*) from host_additions a join nodes n on n.number = a.node
      where left(n.path, 18) = left(owner.path, 18)) >= most_on_platform / 4 then
    outcome := 'branch_full';
    return;
  end if;
  if (select count(*) from host_additions) >= most_on_platform then
    outcome := 'platform_full';
    return;
  end if;
  insert into host_additions (node, added_at) values (owner.number, at);
  insert into hosts (node, path, name, token, added_by, added_at, check_at)
  values (owner.number, owner.path, new_name, new_token, author, at, at);
  outcome := 'done';
end $$;

alter table hosts enable row level security;
alter table hosts force row level security;
create policy of_directory on hosts using ((select current_setting('rastro.directory', true) = 'on'));
create policy of_reseller on hosts using (
  path >= (select nullif(current_setting('rastro.reseller', true), ''))
  and path < (select nullif(current_setting('rastro.reseller', true), '') || '~'));
grant select, insert, update, delete on hosts to rastro_app;

alter table host_additions enable row level security;
alter table host_additions force row level security;
create policy of_directory on host_additions using ((select current_setting('rastro.directory', true) = 'on'));
grant select, insert, delete on host_additions to rastro_app;
