// npm run bench -- accounts: whether the same locations cost more if every device has its own account. Each account
// gets its own event messages, so nothing can be batched.

import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import type { Measured } from './ingest.ts'
import { measuredProcesses, openIngest } from './ingest.ts'
import { createFleetAccount, install } from './installation.ts'

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      offered: { type: 'string', default: '60000' },
      'per-report': { type: 'string', default: '10' },
    },
  })
  const count = Number(values.devices)
  const together = imeisOf('35630704', count)
  const apart = imeisOf('35630705', count)
  const installation = await install(together)
  for (const [index, identifier] of apart.entries()) {
    await createFleetAccount(installation.open, [identifier], `fleet-${index}@example.com`)
  }
  const ingest = await openIngest(installation)
  try {
    const one: Measured[] = []
    const many: Measured[] = []
    const load = {
      locationsPerSecond: Number(values.offered),
      locationsPerReport: Number(values['per-report']),
      seconds: Number(values.seconds),
    }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      one.push(await ingest.measure({ ...load, identifiers: together }))
      many.push(await ingest.measure({ ...load, identifiers: apart }))
    }
    const figures: Figures = {
      'one account, locations/s': median(one.map(({ perSecond }) => perSecond)),
      [`${count} accounts, locations/s`]: median(many.map(({ perSecond }) => perSecond)),
      'many accounts to one': median(many.map(({ perSecond }, round) => perSecond / one[round]!.perSecond)),
    }
    for (const who of measuredProcesses) {
      figures[`${who}, CPU µs per location, one account`] = median(one.map(({ cpu }) => cpu[who]))
      figures[`${who}, CPU µs per location, ${count} accounts`] = median(many.map(({ cpu }) => cpu[who]))
    }
    report('accounts', figures, { 'many accounts to one': { atLeast: 0.5 } })
  } finally {
    await ingest.stop()
    await installation.remove()
  }
}
