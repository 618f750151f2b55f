import { defineJob } from '../../platform/jobs/jobs.ts'

export interface DeletedDevice {
  accountId: number
  deviceNumber: number
}

/** Deletes the history of a deleted device. */
export const deleteHistory = defineJob<DeletedDevice>('forget-history', { expireInSeconds: 3_600 })
