import { defineJob } from '../../platform/jobs/jobs.ts'

/** Forgets what was delivered long ago. Often, because much may be delivered meanwhile. */
export const forgetDeliveries = defineJob<object>('forget-webhook-deliveries', { cron: '*/5 * * * *' })
