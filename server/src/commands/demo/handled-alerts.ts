// Handles some alerts of the last day, as a control room would, so not all of them are open.

import { handleAlert, pageAlerts } from '../../features/alerts/alert.api.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'

const olderThanMs = 5 * 3_600_000
const notes = ['Called the driver.', 'Seen, nothing to do.', 'Informed the workshop.', 'Was expected.']

export async function handleOldAlerts(ctx: Context, caller: Caller): Promise<void> {
  const to = new Date(ctx.now().getTime() - olderThanMs)
  const { json } = await pageAlerts(ctx, caller, { to, state: 'open' }, { limit: 500, cursor: undefined })
  const open = JSON.parse(`[${json}]`) as { id: string }[]
  for (const [index, { id }] of open.entries()) {
    // Every fifth stays open.
    if (index % 5 === 0) continue
    const action = index % 2 === 0 ? 'resolve' : 'acknowledge'
    const note = index % 3 === 0 ? notes[index % notes.length]! : null
    await inTransaction(ctx, caller.accountId, (tx) => handleAlert(tx, caller, id, action, () => note))
  }
}
