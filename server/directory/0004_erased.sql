-- Tombstones: numbers of erased accounts. A restore in any cell erases them again.
create table erased (
  number    int primary key,
  erased_at timestamptz not null
);
grant select, insert on erased to rastro_app;
