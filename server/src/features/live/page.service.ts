// The events of the log by the page, for whoever rather asks than listens.

import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { Cursor } from '../news/event-log.service.ts'
import { cursorOf, isBehind, lastPlace, readEvents } from '../news/event-log.service.ts'
import type { LoggedEvent } from '../news/news.types.ts'
import { requireHeld } from './held.service.ts'
import type { Filter } from './live.types.ts'
import { createMembership } from './membership.service.ts'
import { groupsOf, isForViewer } from './view.service.ts'

/** A page ends here also when the filter let few of them pass. */
const mostMessages = 500

export interface EventPage {
  json: string
  count: number
  cursor: string
  more: boolean
}

export async function pageEvents(
  ctx: Pick<Context, 'bus' | 'db' | 'now'>,
  { accountId, sees }: Caller,
  filter: Filter,
  after: Cursor | undefined,
  limit: number,
): Promise<EventPage> {
  if (!after) {
    const cursor = cursorOf(ctx, await lastPlace(ctx), ctx.now())
    return { json: '', count: 0, cursor, more: false }
  }
  await requireHeld(ctx, after)
  const { events, isEnd } = await readEvents(ctx, accountId, after.place, Math.min(limit, mostMessages))
  const membership = createMembership(ctx, accountId)
  const groups = groupsOf(sees, filter)
  if (groups.length > 0)
    await membership.learn(new Set(groups), new Set(events.map(({ deviceNumber }) => deviceNumber)))
  const his: LoggedEvent[] = []
  let last = { place: after.place, loggedAt: after.at }
  for (const event of events) {
    if (his.length === limit) break
    if (isForViewer(sees, filter, membership, event)) his.push(event)
    last = event
  }
  const isWhole = isEnd && !events.some(({ place }) => isBehind(place, last.place))
  return {
    json: his.map(({ json }) => json).join(','),
    count: his.length,
    cursor: cursorOf(ctx, last.place, last.loggedAt),
    more: !isWhole,
  }
}
