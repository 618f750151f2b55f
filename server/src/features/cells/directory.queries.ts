// The directory that cells share. Each statement is a transaction of its own.

import type { Db } from '../../platform/db/db.ts'
import type { Cell, NameKind, Residence } from './cell.types.ts'

export function listCells(directory: Db): Promise<Cell[]> {
  return directory<Cell>`
    select number, api_url, gateway_host, gateway_port from cells order by number`
}

export async function nextAccountNumber(directory: Db): Promise<number> {
  const [row] = await directory<{ number: number }>`select nextval('account_numbers') as number`
  return row!.number
}

/** Twice is once. False where the number or the identifier is another account's, or the account lives elsewhere. */
export async function keepAccount(
  directory: Db,
  { accountNumber, publicId, cell }: Pick<Residence, 'accountNumber' | 'publicId' | 'cell'>,
): Promise<boolean> {
  await directory`
    insert into accounts (account_number, public_id, cell) values (${accountNumber}, ${publicId}, ${cell})
    on conflict do nothing`
  const rows = await directory`
    select from accounts
    where account_number = ${accountNumber} and public_id = ${publicId} and cell = ${cell}`
  return rows.length > 0
}

/** With its names. Only of one that was never committed. */
export async function deleteAccount(directory: Db, accountNumber: number, cell: number): Promise<void> {
  await directory`delete from accounts where account_number = ${accountNumber} and cell = ${cell}`
}

export async function findAccount(directory: Db, publicId: string): Promise<Residence | undefined> {
  const [row] = await directory<Residence>`
    select account_number, public_id, cell, moving_to from accounts where public_id = ${publicId}`
  return row
}

export async function findResidence(directory: Db, accountNumber: number): Promise<Residence | undefined> {
  const [row] = await directory<Residence>`
    select account_number, public_id, cell, moving_to from accounts where account_number = ${accountNumber}`
  return row
}

/** Whoever a name belongs to. A user's is asked for in whatever case. */
export async function findName(directory: Db, kind: NameKind, name: string): Promise<Residence | undefined> {
  const [row] = await directory<Residence>`
    select a.account_number, a.public_id, a.cell, a.moving_to
    from names n join accounts a using (account_number)
    where n.kind = ${kind} and n.name = case when ${kind} = 'user' then lower(${name}) else ${name} end`
  return row
}

/** From now on the account is on its way: nothing of it is released. False where it is not there, or on its way already. */
export async function beginMove(
  directory: Db,
  accountNumber: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const rows = await directory`
    update accounts set moving_to = ${to}, changed_at = now()
    where account_number = ${accountNumber} and cell = ${from} and (moving_to is null or moving_to = ${to})
    returning account_number`
  return rows.length > 0
}

/** It lives there now: whoever asks is sent there, within seconds. */
export async function endMove(
  directory: Db,
  accountNumber: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const rows = await directory`
    update accounts set cell = ${to}, moving_to = null, changed_at = now()
    where account_number = ${accountNumber} and cell = ${from} and moving_to = ${to}
    returning account_number`
  return rows.length > 0
}

/** It stays where it was. */
export async function giveUpMove(directory: Db, accountNumber: number, from: number): Promise<void> {
  await directory`
    update accounts set moving_to = null, changed_at = now()
    where account_number = ${accountNumber} and cell = ${from}`
}

/** The accounts that have these identifiers of trackers, wherever they live. */
export function listHolders(
  directory: Db,
  identifiers: string[],
): Promise<{ identifier: string; accountNumber: number }[]> {
  return directory<{ identifier: string; accountNumber: number }>`
    select name as identifier, account_number from names
    where kind = 'identifier' and name = any(${identifiers}::text[])`
}
