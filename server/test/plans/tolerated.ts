// Statements that may read whole tables or indexes, each with the reason.

/** Parts of their texts, with single spaces. */
const tolerated: Record<string, string> = {
  'from pgboss.job where': 'an account is erased once',
  'select distinct device_number as device from locations where account_id': 'an account is erased once',
  'delete from rulebook_changes where account_id': 'an account is erased once; the table keeps an hour',
  'delete from directory_changes where identifier': 'an account is erased once; the table keeps an hour',
  'select number, erased_at from erased order by number':
    'the list of tombstones is compared after a restore',
  'select distinct c.identifier, (':
    'what changed in the last seconds; without values a third of the table is expected',
  'delete from quarantine where identifier in': 'the table is bounded, and this is what bounds it',
  'delete from throttles where last_failure_at <': 'once a day',
  'select r.account_id, r.id from report_runs r cross join lateral':
    'reads the runs that wait, of which an account has few',
  'row_number() over (partition by n.account_id, r.is_redo order by n.device_number)':
    'the poll of trips compares every device with its state: decision 69',
  'count(s.read_until) as devices, max(s.processed_at)': 'metrics of trips, once per scrape',
  'select n.account_id, n.device_number, s.processed_at, coalesce(n.late_from':
    'metrics of trips, once per scrape',
  'select count(*)::int as total from directory_accounts': 'metrics of accounts, once per scrape',
  'redelivery_position is not null as is_redelivering from webhooks':
    'the scheduler reads every enabled webhook',
  'select account_id, number from webhooks order by account_id, number':
    'housekeeping of webhooks, once a day',
  'as staff_number, u.account_number': 'days that are not published yet, 500 at a time; levels above are few',
  "select from nodes where kind = 'reseller' or (kind = 'account'": 'ends at the second row',
  'from archive_objects o join retention_classes r':
    'upkeep of the archive: a row is a week of a class in a file',
  'from archive_objects o join archive_weeks w':
    'upkeep of the archive: a row is a week of a class in a file',
  'with old as (delete from node_cap_notices': 'the notices of 400 days, a few per node, once a day',
  'select count(*) as rows from locations where class =': 'the archive counts what it wrote of a whole week',
  'select n.id as node_id, n.name as node_name, n.path, l.id as price_list_id':
    'the bill of a month of a whole subtree',
}

export function reasonToTolerate(text: string): string | undefined {
  const plain = text.replaceAll(/\s+/g, ' ')
  return Object.entries(tolerated).find(([part]) => plain.includes(part))?.[1]
}
