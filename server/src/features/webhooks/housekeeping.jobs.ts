import { defineJob } from '../../platform/jobs/jobs.ts'

/** Deletes old deliveries. Runs often, because many may be delivered meanwhile. */
export const pruneDeliveries = defineJob<object>('forget-webhook-deliveries', { cron: '*/5 * * * *' })
