// A process that takes a job and never finishes it. Arguments: database URL, kind of job.

import { defineJob, startJobs } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/observability/log.ts'

const [databaseUrl = '', name = ''] = process.argv.slice(2)
const jobs = await startJobs(databaseUrl, createLog('error'), { works: true })
await jobs.work(defineJob(name), async () => {
  process.stdout.write('taken\n')
  await new Promise(() => setInterval(() => {}, 1_000))
})
