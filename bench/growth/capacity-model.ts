// Computes what a fleet needs from measured costs. Pure functions.

/** Costs of one location from the tracker's socket to its row. */
export interface Measured {
  /** CPU time by process. */
  cpuUs: Record<'gateway' | 'nats' | 'recorder' | 'postgres', number>
  storedBytes: number
  packedBytes: number
  walBytes: number
  /** In the log, which keeps it for `logHours`. */
  logBytes: number
  /** Bytes that the tracker sent. */
  receivedBytes: number
}

export interface Plan {
  devices: number
  secondsBetween: number
  keptDays: number
  logHours: number
  /** Target utilisation per core: leaves capacity for reads, rules and subscribers. */
  busyShare: number
  /** Copies of the store and of the log, including the first. */
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
  receivedMbitPerSecond: number
  gbPerDeviceYear: { asWritten: number; packed: number; wal: number }
  /** Index pages being written to: the last page of each device. */
  hotIndexGb: number
}

const daySeconds = 86_400
const yearDays = 365
const monthDays = 30
const pageBytes = 8_192
/** The last page of a device's key range, and occasionally the one that it is split into. */
const hotPagesPerDevice = 1.5

export function needsOf(measured: Measured, plan: Plan): Needs {
  const locationsPerSecond = plan.devices / plan.secondsBetween
  const perDay = locationsPerSecond * daySeconds
  const coresOf = (us: number) => (locationsPerSecond * us) / 1e6 / plan.busyShare
  const cores = {
    gateway: coresOf(measured.cpuUs.gateway),
    nats: coresOf(measured.cpuUs.nats) * plan.logCopies,
    recorder: coresOf(measured.cpuUs.recorder),
    // A replica replays the WAL; counting it like the primary is an upper bound.
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
    receivedMbitPerSecond: (locationsPerSecond * measured.receivedBytes * 8) / 1e6,
    gbPerDeviceYear: {
      asWritten: yearly(measured.storedBytes),
      packed: yearly(measured.packedBytes),
      wal: yearly(measured.walBytes),
    },
    hotIndexGb: (plan.devices * hotPagesPerDevice * pageBytes) / 1e9,
  }
}

/** The maximum number of devices per cell, so that its store can be restored within the given hours. */
export function devicesToRestore(
  measured: Measured,
  { secondsBetween, keptDays }: Pick<Plan, 'secondsBetween' | 'keptDays'>,
  { hours, mbPerSecond }: { hours: number; mbPerSecond: number },
): number {
  const bytesPerDevice = (daySeconds / secondsBetween) * keptDays * measured.packedBytes
  return Math.floor((hours * 3_600 * mbPerSecond * 1e6) / bytesPerDevice)
}
