import type pg from 'pg'

/** For another round, while no partition was dropped. */
export async function undoArchiving(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `truncate archive_parts, archive_groups, archive_objects, archive_weeks, archive_borders, archive_rewrites, archive_removals`,
  )
  const { rows } = await superuser.query(
    `select format('drop trigger closed on %s', tgrelid::regclass) as statement from pg_trigger
     where tgname = 'closed' and not tgisinternal`,
  )
  for (const { statement } of rows) await superuser.query(statement)
}
