import { defineJob } from '../../platform/jobs.ts'

/** A piece of news on its way from the transaction that made it to the bus. */
export interface Announcement {
  news: string
  accountId: number
  id: string
  says: unknown
}

/** Many devices may expire at one midnight. */
const atOnce = 100

export const announcement = defineJob<Announcement>('announcement', {
  atOnce,
  retryLimit: 100,
  retryDelayMax: 60,
})
