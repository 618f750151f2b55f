import { defineJob } from '../../platform/jobs.ts'

/** Makes room ahead and drops what is over, every hour. */
export const keepPartitions = defineJob<object>('location-partitions', { cron: '41 * * * *' })

export interface ForgottenDevice {
  accountId: number
  deviceNumber: number
}

/** The history of a deleted device. */
export const forgetHistory = defineJob<ForgottenDevice>('forget-history', { expireInSeconds: 3_600 })
