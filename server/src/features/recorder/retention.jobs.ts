import { defineJob } from '../../platform/jobs/jobs.ts'

/** Creates partitions ahead and drops expired ones, every hour. */
export const keepPartitions = defineJob<object>('location-partitions', { cron: '41 * * * *' })
