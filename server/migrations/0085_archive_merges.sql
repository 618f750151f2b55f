-- Weeks of the archive whose late locations were merged into objects, and are deleted from the database when the reads that
-- began before have ended.
create table archive_merges (
  class     smallint not null,
  week      date not null,
  merged_at timestamptz not null,
  ended_at  timestamptz,
  primary key (class, week),
  foreign key (class, week) references archive_weeks (class, week)
);
select guard_directory_table('archive_merges', 'select, insert, update, delete');
select open_to_recorder('archive_merges');

comment on table archive_removals is 'objects that no read uses: of former runs, replaced, or about to be registered';

grant update on archive_removals to rastro_app;
