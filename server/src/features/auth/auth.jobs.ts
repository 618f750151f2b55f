// The jobs of this room.

import { defineJob } from '../../platform/jobs/jobs.ts'

/** Renews the signing key when it is due and forgets what is no longer needed. */
export const housekeeping = defineJob<object>('access-housekeeping', { cron: '17 * * * *' })
