// Queries for joining a cell. They run as owner of the cell's database and as owner of the directory.

import type { Db } from '../../platform/db/db.ts'
import type { Cell } from './cell.types.ts'

export interface NumberRange {
  first: number
  last: number
  isUsed: boolean
}

/** The range of device numbers of this cell. */
export async function findDeviceNumbers(owner: Db): Promise<NumberRange> {
  const [row] = await owner<NumberRange>`
    select s.seqmin as first, s.seqmax as last, n.is_called as is_used
    from pg_sequence s, device_numbers n where s.seqrelid = 'device_numbers'::regclass`
  return row!
}

/** ALTER SEQUENCE takes no parameters, so the bounds are checked to be integers and inlined. */
export async function setDeviceNumbers(
  owner: Db,
  { first, last }: Omit<NumberRange, 'isUsed'>,
): Promise<void> {
  if (![first, last].every(Number.isSafeInteger)) throw new TypeError('not a range of numbers')
  await owner.text(
    `alter sequence device_numbers minvalue ${first} maxvalue ${last} start ${first} restart ${first}`,
  )
}

export interface ListedCell extends Cell {
  secretMark: Buffer
  hasFirstNumbers: boolean
}

export function listCells(directory: Db): Promise<ListedCell[]> {
  return directory<ListedCell>`
    select number, api_url, gateway_host, gateway_port, secret_mark, has_first_numbers from cells order by number`
}

export async function keepCell(directory: Db, cell: ListedCell): Promise<void> {
  await directory`
    insert into cells (number, api_url, gateway_host, gateway_port, secret_mark, has_first_numbers)
    values (${cell.number}, ${cell.apiUrl}, ${cell.gatewayHost}, ${cell.gatewayPort}, ${cell.secretMark},
      ${cell.hasFirstNumbers})
    on conflict (number) do update
      set api_url = excluded.api_url, gateway_host = excluded.gateway_host, gateway_port = excluded.gateway_port,
        secret_mark = excluded.secret_mark, changed_at = now()`
}

/** New account numbers continue after the highest one of the joining cell. */
export async function raiseAccountNumber(directory: Db, highest: number): Promise<void> {
  await directory`
    select setval('account_numbers', greatest(${highest}::bigint, (select last_value from account_numbers)))`
}
