// How far two clocks are apart. Ours is taken in the middle of the question.

import type { Finding, Patient } from './doctor.types.ts'
import { fault, inShell, ok, warning } from './findings.ts'

const noticedMs = 2_000
const harmfulMs = 30_000

export function judgeClock(
  { now }: Pick<Patient, 'now'>,
  who: string,
  theirs: Date,
  tookMs: number,
): Finding[] {
  const apartMs = Math.abs(now().getTime() - tookMs / 2 - theirs.getTime())
  const seconds = `${(apartMs / 1_000).toFixed(1)} s`
  // What the question took is not known of either clock.
  if (apartMs <= noticedMs + tookMs / 2) return ok(`the clock of ${who} is ${seconds} from ours`)
  const say = apartMs > harmfulMs ? fault : warning
  return say(
    `the clock of ${who} is ${seconds} from ours`,
    'Tokens, expiries and daily limits begin and end at the wrong moment.',
    inShell(
      'sudo timedatectl set-ntp true',
      'timedatectl # on both machines: "System clock synchronized: yes"',
    ),
  )
}
