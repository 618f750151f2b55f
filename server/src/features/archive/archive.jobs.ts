import { defineJob } from '../../platform/jobs/jobs.ts'

/** Archives the weeks that are due, and drops those that were archived before. */
export const archiveHistory = defineJob<object>('history-archive', {
  cron: '7 * * * *',
  expireInSeconds: 12 * 3_600,
  // The next hour continues.
  retryLimit: 0,
})
