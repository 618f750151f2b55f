// From what was measured to what a fleet needs. Pure: every number that comes out follows from those that go in.

/** Of one location on its way from the tracker's socket to its row. */
export interface Measured {
  /** CPU time by process. */
  cpuUs: Record<'gateway' | 'nats' | 'recorder' | 'postgres', number>
  storedBytes: number
  packedBytes: number
  walBytes: number
  /** In the log, where it stays for `logHours`. */
  logBytes: number
  /** What the tracker sent. */
  heardBytes: number
}

export interface Plan {
  devices: number
  secondsBetween: number
  keptDays: number
  logHours: number
  /** Of each core: nobody runs at the limit, and reading, rules and listeners want theirs. */
  busyShare: number
  /** Copies of the store and of the log, the first one included. */
  storeCopies: number
  logCopies: number
}

export interface Needs {
  locationsPerSecond: number
  cores: Record<keyof Measured['cpuUs'], number>
  coresInAll: number
  devicesPerCore: number
  /** All copies. */
  storeGb: number
  storeGbPerMonth: number
  walMbPerSecond: number
  logGb: number
  heardMbitPerSecond: number
  gbPerDeviceYear: { asWritten: number; packed: number; wal: number }
  /** Of the index that is written to: the last page of each device. */
  hotIndexGb: number
}

const daySeconds = 86_400
const yearDays = 365
const monthDays = 30
const pageBytes = 8_192
/** The last page of a device's own stretch, and now and then the one that it is split into. */
const hotPagesPerDevice = 1.5

export function needsOf(measured: Measured, plan: Plan): Needs {
  const locationsPerSecond = plan.devices / plan.secondsBetween
  const perDay = locationsPerSecond * daySeconds
  const coresOf = (us: number) => (locationsPerSecond * us) / 1e6 / plan.busyShare
  const cores = {
    gateway: coresOf(measured.cpuUs.gateway),
    nats: coresOf(measured.cpuUs.nats) * plan.logCopies,
    recorder: coresOf(measured.cpuUs.recorder),
    // A replica replays what the first one did; that it costs as much is more than it does.
    postgres: coresOf(measured.cpuUs.postgres) * plan.storeCopies,
  }
  const coresInAll = Object.values(cores).reduce((sum, one) => sum + one, 0)
  const yearly = (bytes: number) => (daySeconds / plan.secondsBetween) * yearDays * (bytes / 1e9)
  return {
    locationsPerSecond,
    cores,
    coresInAll,
    devicesPerCore: plan.devices / coresInAll,
    storeGb: (perDay * plan.keptDays * measured.packedBytes * plan.storeCopies) / 1e9,
    storeGbPerMonth: (perDay * monthDays * measured.packedBytes) / 1e9,
    walMbPerSecond: (locationsPerSecond * measured.walBytes) / 1e6,
    logGb: (locationsPerSecond * 3_600 * plan.logHours * measured.logBytes * plan.logCopies) / 1e9,
    heardMbitPerSecond: (locationsPerSecond * measured.heardBytes * 8) / 1e6,
    gbPerDeviceYear: {
      asWritten: yearly(measured.storedBytes),
      packed: yearly(measured.packedBytes),
      wal: yearly(measured.walBytes),
    },
    hotIndexGb: (plan.devices * hotPagesPerDevice * pageBytes) / 1e9,
  }
}

/** How many devices a cell may have, so that its store is copied back within so many hours. */
export function devicesToRestore(
  measured: Measured,
  { secondsBetween, keptDays }: Pick<Plan, 'secondsBetween' | 'keptDays'>,
  { hours, mbPerSecond }: { hours: number; mbPerSecond: number },
): number {
  const bytesPerDevice = (daySeconds / secondsBetween) * keptDays * measured.packedBytes
  return Math.floor((hours * 3_600 * mbPerSecond * 1e6) / bytesPerDevice)
}
