import { defineJob } from '../../platform/jobs/jobs.ts'

/** Runs the doctor, so that operators find its advice in the console. */
export const nightlyDoctor = defineJob<object>('nightly-doctor', { cron: '41 2 * * *' })
