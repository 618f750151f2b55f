// The directory shared by all cells. Each statement is its own transaction.

import type { Db } from '../../platform/db/db.ts'
import type { Cell, HomeCell, NameKind } from './cell.types.ts'

export function listCells(directory: Db): Promise<Cell[]> {
  return directory<Cell>`
    select number, api_url, gateway_host, gateway_port from cells order by number`
}

export async function nextAccountNumber(directory: Db): Promise<number> {
  const [row] = await directory<{ number: number }>`select nextval('account_numbers') as number`
  return row!.number
}

/** Idempotent. False if the number or public id belongs to another account, or the account has another home cell. */
export async function keepAccount(
  directory: Db,
  { accountNumber, publicId, cell }: Pick<HomeCell, 'accountNumber' | 'publicId' | 'cell'>,
): Promise<boolean> {
  await directory`
    insert into accounts (account_number, public_id, cell) values (${accountNumber}, ${publicId}, ${cell})
    on conflict do nothing`
  const rows = await directory`
    select from accounts
    where account_number = ${accountNumber} and public_id = ${publicId} and cell = ${cell}`
  return rows.length > 0
}

/** Deletes its names too. For accounts that were never committed, or are erased. */
export async function deleteAccount(directory: Db, accountNumber: number, cell: number): Promise<void> {
  await directory`delete from accounts where account_number = ${accountNumber} and cell = ${cell}`
}

export async function insertErased(directory: Db, number: number, erasedAt: Date): Promise<void> {
  await directory`
    insert into erased (number, erased_at) values (${number}, ${erasedAt}) on conflict (number) do nothing`
}

export function listErased(directory: Db): Promise<{ number: number; erasedAt: Date }[]> {
  return directory<{ number: number; erasedAt: Date }>`select number, erased_at from erased order by number`
}

export async function findAccount(directory: Db, publicId: string): Promise<HomeCell | undefined> {
  const [row] = await directory<HomeCell>`
    select account_number, public_id, cell, moving_to from accounts where public_id = ${publicId}`
  return row
}

export async function findHomeCell(directory: Db, accountNumber: number): Promise<HomeCell | undefined> {
  const [row] = await directory<HomeCell>`
    select account_number, public_id, cell, moving_to from accounts where account_number = ${accountNumber}`
  return row
}

/** User names are matched case-insensitively. */
export async function findName(directory: Db, kind: NameKind, name: string): Promise<HomeCell | undefined> {
  const [row] = await directory<HomeCell>`
    select a.account_number, a.public_id, a.cell, a.moving_to
    from names n join accounts a using (account_number)
    where n.kind = ${kind} and n.name = case when ${kind} = 'user' then lower(${name}) else ${name} end`
  return row
}

/** While an account moves, none of its names are released. False if it is not in `from`, or moves elsewhere. */
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

/** Makes `to` the home cell. Caches expire within seconds, so requests follow. */
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

/** The account keeps its home cell. */
export async function abortMove(directory: Db, accountNumber: number, from: number): Promise<void> {
  await directory`
    update accounts set moving_to = null, changed_at = now()
    where account_number = ${accountNumber} and cell = ${from}`
}

/** The accounts that own these tracker identifiers, in any cell. */
export function listIdentifierOwners(
  directory: Db,
  identifiers: string[],
): Promise<{ identifier: string; accountNumber: number }[]> {
  return directory<{ identifier: string; accountNumber: number }>`
    select name as identifier, account_number from names
    where kind = 'identifier' and name = any(${identifiers}::text[])`
}
