// News leaves the database exactly when its transaction commits: it is written as a job there, and published from there.

import type { News } from '../../platform/bus.ts'
import { defineNews } from '../../platform/bus.ts'
import type { Context, Tx } from '../../platform/context.ts'
import { announcement } from './news.jobs.ts'

/** Within a transaction. `id` is the same however often the news is told. */
export function announce<T>(ctx: Pick<Tx, 'db' | 'jobs'>, news: News<T>, id: string, says: T): Promise<void> {
  return ctx.jobs.send(ctx.db, announcement, { news: news.name, accountId: ctx.db.accountId, id, says })
}

export function publishAnnouncements(ctx: Pick<Context, 'bus' | 'jobs'>): Promise<void> {
  return ctx.jobs.work(announcement, ({ news, accountId, id, says }) =>
    ctx.bus.publish(defineNews(news), accountId, says, id),
  )
}
