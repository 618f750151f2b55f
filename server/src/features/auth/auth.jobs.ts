// The jobs of auth.

import { defineJob } from '../../platform/jobs/jobs.ts'

/** Rotates the signing key when due, and deletes expired keys and throttles. */
export const housekeeping = defineJob<object>('access-housekeeping', { cron: '17 * * * *' })
