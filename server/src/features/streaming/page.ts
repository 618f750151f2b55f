// The events of the log by the page, for whoever rather asks than listens.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { LoggedEvent } from '../events/event.types.ts'
import type { Cursor } from '../events/event-log.api.ts'
import { cursorOf, isAfter, lastPlace, readEvents } from '../events/event-log.api.ts'
import { createMembership } from './membership.ts'
import { requireHeld } from './retention.ts'
import type { Filter } from './streaming.types.ts'
import { groupsOf, isForViewer } from './visibility.ts'

/** A page ends here also when the filter let few of them pass. */
const maxMessages = 500

export interface EventPage {
  json: string
  count: number
  cursor: string
  more: boolean
}

export async function pageEvents(
  ctx: Pick<Context, 'bus' | 'db' | 'now'>,
  { accountId, scope }: Caller,
  filter: Filter,
  after: Cursor | undefined,
  limit: number,
): Promise<EventPage> {
  if (!after) {
    const cursor = cursorOf(ctx, await lastPlace(ctx), ctx.now())
    return { json: '', count: 0, cursor, more: false }
  }
  await requireHeld(ctx, after)
  const { events, isEnd } = await readEvents(ctx, accountId, after.place, Math.min(limit, maxMessages))
  const membership = createMembership(ctx, accountId)
  const groups = groupsOf(scope, filter)
  if (groups.length > 0)
    await membership.learn(new Set(groups), new Set(events.map(({ deviceNumber }) => deviceNumber)))
  const his: LoggedEvent[] = []
  let last = { place: after.place, loggedAt: after.at }
  for (const event of events) {
    if (his.length === limit) break
    if (isForViewer(scope, filter, membership, event)) his.push(event)
    last = event
  }
  const isWhole = isEnd && !events.some(({ place }) => isAfter(place, last.place))
  return {
    json: his.map(({ json }) => json).join(','),
    count: his.length,
    cursor: cursorOf(ctx, last.place, last.loggedAt),
    more: !isWhole,
  }
}
