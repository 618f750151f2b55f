-- A standard user is limited to one or more groups.

create table user_groups (
  account_id int not null,
  user_id    text collate "C" not null,
  group_id   text collate "C" not null,
  primary key (account_id, user_id, group_id),
  foreign key (account_id, user_id) references users on delete cascade,
  -- A group that a user is limited to cannot be deleted: the user would silently lose devices.
  foreign key (account_id, group_id) references groups
);
create index user_groups_of_group on user_groups (account_id, group_id);
select guard_account_table('user_groups', 'select, insert, delete');

-- users.group_id is for processes of the previous version, which know one group: it holds the first of the groups, so
-- that they show less, never more. What they write replaces the groups. A later version drops column and trigger.
create function copy_user_group() returns trigger language plpgsql as $$
begin
  delete from user_groups where account_id = new.account_id and user_id = new.id;
  insert into user_groups (account_id, user_id, group_id)
  select new.account_id, new.id, new.group_id where new.group_id is not null;
  return null;
end $$;
create trigger users_copy_group_of_new after insert on users for each row
  when (new.group_id is not null) execute function copy_user_group();
create trigger users_copy_group after update of group_id on users for each row
  when (old.group_id is distinct from new.group_id) execute function copy_user_group();

-- The owner role does not bypass row-level security, so accounts are visited one by one.
do $$
declare
  visited int;
begin
  perform set_config('rastro.directory', 'on', true);
  for visited in select account_id from directory_accounts order by account_id loop
    perform set_config('rastro.account', visited::text, true);
    insert into user_groups (account_id, user_id, group_id)
    select u.account_id, u.id, u.group_id from users u where u.account_id = visited and u.group_id is not null
    on conflict do nothing;
  end loop;
  perform set_config('rastro.account', '', true);
  perform set_config('rastro.directory', '', true);
end $$;
