-- What of the archive failed, and when it is tried again, so that one bad object or week does not hold up the others.
create table archive_failures (
  step         text not null check (step in ('archive', 'drop', 'rewrite', 'merge', 'remove')),
  subject      text collate "C" not null,
  failures     int not null,
  failed_since timestamptz not null,
  failed_at    timestamptz not null,
  retry_at     timestamptz not null,
  reason       text not null,
  primary key (step, subject)
);
comment on column archive_failures.subject is 'the key of an object, or the folder of a week';
select guard_directory_table('archive_failures', 'select, insert, update, delete');
select open_to_recorder('archive_failures');
