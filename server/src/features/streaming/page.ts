// Events by page, for clients that poll.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import type { Cursor } from '../events/event-log.api.ts'
import { cursorOf, isAfter, lastPosition, readEvents } from '../events/event-log.api.ts'
import { createMembership } from './membership.ts'
import { requireRetained } from './retention.ts'
import type { Filter } from './streaming.types.ts'
import { groupsOf, isForViewer, viewOf } from './visibility.ts'

/** A page ends here even if the filter lets few events pass. */
const maxMessages = 500

export interface EventPage {
  json: string
  count: number
  cursor: string
  more: boolean
}

export async function pageEvents(
  ctx: Pick<Context, 'bus' | 'db' | 'now'>,
  caller: Caller,
  filter: Filter,
  after: Cursor | undefined,
  limit: number,
): Promise<EventPage> {
  const { accountId } = caller
  const view = viewOf(caller)
  if (!after) {
    const cursor = cursorOf(ctx, await lastPosition(ctx), ctx.now())
    return { json: '', count: 0, cursor, more: false }
  }
  await requireRetained(ctx, accountId, after)
  const { events, isEnd } = await readEvents(ctx, accountId, after.position, Math.min(limit, maxMessages))
  const membership = createMembership(ctx, accountId)
  const groups = groupsOf(view, filter)
  if (groups.length > 0)
    await membership.load(new Set(groups), new Set(events.map(({ deviceNumber }) => deviceNumber)))
  const visible: LoggedEvent[] = []
  let last = { position: after.position, loggedAt: after.at }
  for (const event of events) {
    if (visible.length === limit) break
    if (isForViewer(view, filter, membership, event)) visible.push(event)
    last = event
  }
  const isWhole = isEnd && !events.some(({ position }) => isAfter(position, last.position))
  return {
    json: visible.map(({ json }) => json).join(','),
    count: visible.length,
    cursor: cursorOf(ctx, last.position, last.loggedAt),
    more: !isWhole,
  }
}
