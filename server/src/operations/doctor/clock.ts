// Compares a server's clock with ours, assuming that it was read halfway through the request.

import type { DoctorContext, Finding } from './doctor.types.ts'
import { fault, inShell, ok, warning } from './findings.ts'

const warningMs = 2_000
const faultMs = 30_000

export function checkClock(
  { now }: Pick<DoctorContext, 'now'>,
  name: string,
  theirs: Date,
  tookMs: number,
): Finding[] {
  const skewMs = Math.abs(now().getTime() - tookMs / 2 - theirs.getTime())
  const seconds = `${(skewMs / 1_000).toFixed(1)} s`
  // The duration of the request is the uncertainty.
  if (skewMs <= warningMs + tookMs / 2) return ok(`the clock of ${name} differs by ${seconds}`)
  const report = skewMs > faultMs ? fault : warning
  return report(
    `the clock of ${name} differs by ${seconds}`,
    'Tokens, expiries and daily limits start and end at the wrong time.',
    inShell(
      'sudo timedatectl set-ntp true',
      'timedatectl # on both machines: "System clock synchronized: yes"',
    ),
  )
}
