import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CommandType } from './command.types.ts'

/** Sent and not answered, also after the timeout: the answer may still be received. */
const isOpen = sql`(c.state = 'sent' or (c.state = 'failed' and c.reason = 'no_answer'))`

/**
 * The command that an answer belongs to: the one with that number. For answers without a number, and for raw `hex`
 * frames, the command that is sent, or else the last unanswered one.
 */
export async function findAnswered(
  directory: Db,
  identifier: string,
  requestNumber: number | null,
  sentSince: Date,
): Promise<{ accountId: number; number: number } | undefined> {
  const [row] = await directory<{ accountId: number; number: number }>`
    select c.account_id, c.number
    from directory_identifiers i join commands c on c.account_id = i.account_id and c.device_number = i.device_number
    where i.identifier = ${identifier} and ${isOpen} and c.sent_at >= ${sentSince}
      and (${requestNumber}::int is null or c.request_number = ${requestNumber} or c.settings ? 'hex')
    order by c.request_number = ${requestNumber} desc nulls last, c.state = 'sent' desc, c.number desc
    limit 1`
  return row
}

export interface EndedCommand {
  id: string
  deviceId: string
  deviceNumber: number
  type: CommandType
}

export async function markAnswered(
  db: AccountDb,
  number: number,
  { answer, refused, now }: { answer: string; refused: boolean; now: Date },
): Promise<EndedCommand | undefined> {
  const [row] = await db<EndedCommand>`
    update commands c set answer = ${answer}, ended_at = ${now},
      state = ${refused ? 'failed' : 'acknowledged'}, reason = ${refused ? 'refused' : null}
    from devices d
    where c.account_id = ${db.accountId} and c.number = ${number} and ${isOpen}
      and d.account_id = c.account_id and d.number = c.device_number
    returning c.id, d.id as device_id, c.device_number, c.type`
  return row
}
