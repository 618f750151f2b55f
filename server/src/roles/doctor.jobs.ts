// The doctor runs every night in a notifier, so that operators find its advice in the console.

import { keepDoctorRun } from '../features/installation/installation.api.ts'
import { examine } from '../operations/doctor/examine.ts'
import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/jobs/jobs.ts'

export const nightlyDoctor = defineJob<object>('nightly-doctor', { cron: '41 2 * * *' })

export async function runNightlyDoctor(ctx: Context): Promise<void> {
  const { findings } = await examine({ config: ctx.config, faults: [] }, ctx.now)
  const found = findings.flatMap(({ id, severity, message, impact, advice }) =>
    severity === 'ok' ? [] : [{ id, severity, message, impact, advice }],
  )
  await keepDoctorRun(ctx, found)
}
