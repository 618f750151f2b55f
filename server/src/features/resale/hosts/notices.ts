// The staff of a reseller learns when one of its hosts was verified, is failing, or has lapsed.

import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { isRefusedMoving } from '../../../platform/http/errors.ts'
import { lockState, mailOwner } from '../../accounts/status.api.ts'
import { operator, recordChanges } from '../../audit/audit.api.ts'
import { addToOutbox } from '../../events/outbox.api.ts'
import { treeOf } from '../tree-database.ts'
import type { UnnotedHost } from './host.queries.ts'
import * as queries from './host.queries.ts'
import { lapseAfterMs } from './judge-check.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>

/** Returns how many there were. A notice may be repeated after a crash. */
export async function noteHosts(ctx: Needs, limit: number): Promise<number> {
  const unnoted = await queries.listUnnoted(treeOf(ctx), ctx.cells?.own, limit)
  for (const host of unnoted) {
    const isNoted = await inTransaction(ctx, host.staffAccount, (tx) => note(tx, host)).then(
      () => true,
      (error: unknown) => {
        if (!isRefusedMoving(error)) ctx.log.warn({ err: error, host: host.name }, 'a host was not noted')
        return false
      },
    )
    if (isNoted) await queries.markNoted(treeOf(ctx), host)
  }
  return unnoted.length
}

async function note(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  { node, name, label, since }: UnnotedHost,
): Promise<void> {
  const state = await lockState(ctx)
  const at = ctx.now()
  const id = `evt_${createHash('sha256').update(`${node} ${name} ${label} ${since.getTime()}`).digest('hex').slice(0, 22)}`
  await addToOutbox(ctx, [
    {
      id,
      type: 'account.host_changed',
      at,
      deviceNumber: 0,
      deviceId: '',
      data: { host: name, state: label },
    },
  ])
  await recordChanges(ctx, operator, [
    { action: `resale.host_${label}`, target: name, before: null, after: { state: label } },
  ])
  if (label === 'verified') return
  const lapsesAt = new Date(since.getTime() + lapseAfterMs).toISOString()
  await mailOwner(ctx, state, 'host-failing', { host: name, state: label, lapsesAt })
}
