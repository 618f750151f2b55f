// The doctor in a notifier. What it finds is kept until the next night.

import { keepDoctorRun } from '../features/installation/installation.api.ts'
import { examine } from '../operations/doctor/examine.ts'
import type { Context } from '../platform/context.ts'

export async function runNightlyDoctor(ctx: Context): Promise<void> {
  const { findings } = await examine({ config: ctx.config, faults: [] }, ctx.now)
  const found = findings.flatMap(({ id, severity, message, impact, advice }) =>
    severity === 'ok' ? [] : [{ id, severity, message, impact, advice }],
  )
  await keepDoctorRun(ctx, found)
}
