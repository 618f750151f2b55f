// Statements for users: create, read and cancel commands.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { CommandState, CommandType } from './command.types.ts'

/** Needs `c`, the command, and `d`, its device. */
const commandJson = sql`json_build_object(
  'id', c.id, 'deviceId', d.id, 'type', c.type, 'settings', c.settings, 'state', c.state, 'reason', c.reason,
  'answer', c.answer, 'createdBy', c.created_by, 'createdAt', iso_time(c.created_at),
  'expiresAt', iso_time(c.expires_at), 'sentAt', iso_time(c.sent_at), 'endedAt', iso_time(c.ended_at))`

export interface CommandedDevice {
  number: number
  identifier: string | null
  protocol: string | null
  model: string | null
  /** Its queued commands. */
  waiting: number
}

export async function findDevice(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<CommandedDevice | undefined> {
  const [row] = await db<CommandedDevice>`
    select d.number, d.identifier, d.protocol, d.model, (
      select count(*) from commands c
      where c.account_id = d.account_id and c.device_number = d.number and c.state = 'queued') as waiting
    from devices d
    where d.account_id = ${db.accountId} and d.id = ${id} and ${isDeviceSeen(scope)}`
  return row
}

export interface NewCommand {
  id: string
  deviceNumber: number
  type: CommandType
  settings: object
  userId: string
  now: Date
  expiresAt: Date
}

export async function insertCommand(db: AccountDb, command: NewCommand): Promise<void> {
  await db`
    insert into commands (account_id, id, device_number, type, settings, state, created_by, created_at, expires_at)
    values (${db.accountId}, ${command.id}, ${command.deviceNumber}, ${command.type},
      ${JSON.stringify(command.settings)}::jsonb, 'queued', ${command.userId}, ${command.now}, ${command.expiresAt})`
}

export async function findCommand(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db<{ json: string }>`
    select ${commandJson}::text as json
    from commands c join devices d on d.account_id = c.account_id and d.number = c.device_number
    where c.account_id = ${db.accountId} and c.id = ${id} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row?.json
}

export function listOfDevice(
  db: AccountDb,
  deviceNumber: number,
  state: CommandState | undefined,
  cursor: PageCursor,
): Promise<Page> {
  const isWanted = state === undefined ? sql`true` : sql`c.state = ${state}`
  return readNewest(db, cursor, {
    table: sql`commands`,
    alias: sql`c`,
    where: sql`c.device_number = ${deviceNumber} and ${isWanted}`,
    json: commandJson,
    join: sql`join devices d on d.account_id = ${db.accountId} and d.number = ${deviceNumber}`,
  })
}

/** Only while it is queued. Sending and cancelling lock the row, so only one of them succeeds. */
export async function cancel(
  db: AccountDb,
  id: string,
  now: Date,
): Promise<{ deviceNumber: number; type: CommandType } | undefined> {
  const [row] = await db<{ deviceNumber: number; type: CommandType }>`
    update commands set state = 'cancelled', reason = null, ended_at = ${now}
    where account_id = ${db.accountId} and id = ${id} and state = 'queued'
    returning device_number, type`
  return row
}
