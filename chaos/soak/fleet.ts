// The trackers of the soak, in their own process: millions of locations must not slow down the sampler. For a few
// trackers every location is recorded, for the others only the count.

import { createFleet } from '../../simulator/src/fleet.ts'

export interface SoakFleetJob {
  watched: string[]
  others: string[]
  locationsPerSecond: number
  seed: number
  port: number
  ingestUrl: string
}

export interface SoakFleetCount {
  made: number
  acknowledged: number
  unacknowledged: number
  connections: number
  refusals: number
  delayP99Ms: number
  cpuSeconds: number
}

export type SoakFleetOrder = { kind: 'start'; job: SoakFleetJob } | { kind: 'count' } | { kind: 'finish' }

export interface SoakFleetAnswer extends SoakFleetCount {
  isDrained?: boolean
  /** The acknowledged times of each watched tracker. */
  acknowledgedTimes?: Map<string, Set<number>>
}

/** Mostly the best-selling ones; a name given twice has twice the weight. All of them receive acknowledgements. */
const variants = ['teltonika', 'teltonika', 'teltonika', 'teltonika-udp', 'gt06', 'h02', 'queclink', 'osmand']
/** For watched trackers. A button pressed again within five minutes is the same alert and sends no e-mail. */
const secondsBetweenPresses = 400
const drainWithinMs = 120_000

let fleets: ReturnType<typeof createFleet>[] = []

function start({ watched, others, locationsPerSecond, seed, port, ingestUrl }: SoakFleetJob): void {
  const all = watched.length + others.length
  const fleetOf = (identifiers: string[], remembers: boolean) =>
    createFleet({
      identifiers,
      variants,
      locationsPerSecond: (locationsPerSecond * identifiers.length) / all,
      seed: remembers ? seed + 1 : seed,
      host: '127.0.0.1',
      port,
      ingestUrl,
      remembers,
      ...(remembers && { sosEvery: Math.ceil((secondsBetweenPresses * locationsPerSecond) / all) }),
    })
  fleets = [fleetOf(others, false), ...(watched.length > 0 ? [fleetOf(watched, true)] : [])]
  for (const fleet of fleets) fleet.start()
}

function count(): SoakFleetCount {
  const figures = fleets.map((fleet) => fleet.statistics())
  const sum = (of: (one: (typeof figures)[number]) => number) =>
    figures.reduce((total, one) => total + of(one), 0)
  return {
    made: sum(({ made }) => made),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    unacknowledged: sum(({ unacknowledged }) => unacknowledged),
    connections: sum(({ connections }) => connections),
    refusals: sum(({ refusals }) => refusals),
    delayP99Ms: Math.max(...figures.map(({ delay }) => delay.p99Ms)),
    cpuSeconds: figures[0]?.cpuSeconds ?? 0,
  }
}

async function finish(): Promise<SoakFleetAnswer> {
  for (const fleet of fleets) fleet.stopReporting()
  const drained = await Promise.all(fleets.map((fleet) => fleet.drained(drainWithinMs)))
  const answer = {
    ...count(),
    isDrained: drained.every(Boolean),
    acknowledgedTimes: fleets[1]?.acknowledged() ?? new Map(),
  }
  for (const fleet of fleets) fleet.stop()
  return answer
}

process.on('message', async (order: SoakFleetOrder) => {
  if (order.kind === 'start') start(order.job)
  process.send?.(order.kind === 'finish' ? await finish() : count())
})
process.on('disconnect', () => process.exit())
