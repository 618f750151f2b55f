import { defineJob } from '../../platform/jobs/jobs.ts'

/** Forgets the gaps of what has been quiet for long, every hour. */
export const forgetRepeats = defineJob<object>('forget-repeats', { cron: '23 * * * *' })
