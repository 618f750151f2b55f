import { defineJob } from '../../platform/jobs/jobs.ts'

/** Deletes old gaps, every hour. */
export const pruneRepeats = defineJob<object>('forget-repeats', { cron: '23 * * * *' })
