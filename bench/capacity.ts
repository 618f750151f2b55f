// npm run bench -- capacity: what a fleet needs, computed from the stored results of ingest, packing and soak.

import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { readResults } from '../scripts/proof/results.ts'
import type { Measured, Needs, Plan } from './growth/capacity-model.ts'
import { devicesToRestore, needsOf } from './growth/capacity-model.ts'
import type { Figures } from './harness.ts'

const intervals = [10, 30, 60, 300]

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '10000000' },
      every: { type: 'string', default: '30' },
      days: { type: 'string', default: '90' },
      hours: { type: 'string', default: '6' },
      'mb-per-second': { type: 'string', default: '400' },
    },
  })
  const figure = openFigures()
  const measured = measuredOf(figure)
  const plan: Plan = {
    devices: Number(values.devices),
    secondsBetween: Number(values.every),
    keptDays: Number(values.days),
    logHours: 72,
    busyShare: 0.5,
    storeCopies: 2,
    logCopies: 3,
  }
  const figures: Figures = {}
  for (const secondsBetween of intervals) {
    const single = { ...plan, devices: 1_000_000, secondsBetween, storeCopies: 1, logCopies: 1 }
    const needs = needsOf(measured, single)
    const name = `a location every ${secondsBetween} s`
    figures[`${name}: devices per core, half busy, storing alone`] = needs.devicesPerCore
    // From the soak: includes rules, subscribers and e-mails, one location per report, trackers on the same cores.
    figures[`${name}: devices per core, half busy, everything`] =
      (figure('carriedPerSecond') / figure('cores')) * plan.busyShare * secondsBetween
    figures[`${name}: GB per device and year, as written`] = needs.gbPerDeviceYear.asWritten
    figures[`${name}: GB per device and year, packed`] = needs.gbPerDeviceYear.packed
    figures[`${name}: GB of write-ahead log per device and year`] = needs.gbPerDeviceYear.wal
  }
  const restore = { hours: Number(values.hours), mbPerSecond: Number(values['mb-per-second']) }
  const perCell = devicesToRestore(measured, plan, restore)
  const cells = Math.max(1, Math.ceil(plan.devices / perCell))
  figures[`devices of a cell that is restored in ${restore.hours} h at ${restore.mbPerSecond} MB/s`] = perCell
  figures['cells for all devices'] = cells
  note(figures, 'a cell', needsOf(measured, { ...plan, devices: plan.devices / cells }))
  note(figures, 'all cells', needsOf(measured, plan))
  report('capacity', figures, {})
}

function note(figures: Figures, whose: string, needs: Needs): void {
  figures[`${whose}: locations/s`] = needs.locationsPerSecond
  for (const [who, cores] of Object.entries(needs.cores)) figures[`${whose}: cores, ${who}`] = cores
  figures[`${whose}: cores in all`] = needs.coresInAll
  figures[`${whose}: store with its replica, TB`] = needs.storeGb / 1_000
  figures[`${whose}: backup volume, TB a month`] = needs.storeGbPerMonth / 1_000
  figures[`${whose}: write-ahead log, MB/s`] = needs.walMbPerSecond
  figures[`${whose}: log of three days on three servers, TB`] = needs.logGb / 1_000
  figures[`${whose}: trackers' network, Mbit/s`] = needs.receivedMbitPerSecond
  figures[`${whose}: memory for the written pages of the index, GB`] = needs.hotIndexGb
}

type ReadFigure = (name: string) => number

/** Throws for a missing figure, with its name. */
function openFigures(): ReadFigure {
  const measured = readResults().filter(({ name }) => ['ingest', 'packing', 'soak'].includes(name))
  const figures = Object.assign({}, ...measured.map(({ figures }) => figures)) as Figures
  return (name) => {
    const value = figures[name]
    if (value !== undefined) return value
    throw new Error(
      `docs/proof.json has no "${name}". Run npm run proof -- bench ingest, bench packing and chaos soak.`,
    )
  }
}

function measuredOf(figure: ReadFigure): Measured {
  const cpuOf = (who: string) => figure(`per million: ${who}, CPU s`)
  return {
    cpuUs: {
      gateway: cpuOf('gateway'),
      nats: cpuOf('nats'),
      recorder: cpuOf('recorder'),
      postgres: cpuOf('postgres'),
    },
    storedBytes: figure('bytes per location on disk, as written'),
    packedBytes: figure('bytes per location on disk, packed'),
    walBytes: figure('per million: postgres, MB of write-ahead log'),
    logBytes: figure('log: bytes per location'),
    receivedBytes: figure('gateway: bytes received per location'),
  }
}
