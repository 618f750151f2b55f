import type { FuelSums } from '../../fuel/fuel-sums.api.ts'
import { sumFuel } from '../../fuel/fuel-sums.api.ts'
import type { SummarySums } from '../../trips/device-days.api.ts'
import { sumDevices } from '../../trips/device-days.api.ts'
import type { Entry, Reading, ReportDefinition, ReportedDevice, Values } from './catalogue.types.ts'
import { deviceColumns, deviceValues, historyPath, inGroup, periodOf } from './device-values.ts'

const devicesAtOnce = 100
const cmPer100Km = 1e7
const secondsPerHour = 3_600

export const fuel: ReportDefinition = {
  report: 'fuel',
  groupings: ['none', 'group'],
  maxDays: 400,
  columns: () => [
    ...deviceColumns,
    { key: 'startLevel', type: 'volume', weight: 1.8, total: 'sum' },
    { key: 'endLevel', type: 'volume', weight: 1.8, total: 'sum' },
    { key: 'fills', type: 'count', weight: 1.4, total: 'sum' },
    { key: 'filled', type: 'volume', weight: 1.8, total: 'sum' },
    { key: 'drains', type: 'count', weight: 1.4, total: 'sum' },
    { key: 'drained', type: 'volume', weight: 1.8, total: 'sum' },
    { key: 'fuelUsed', type: 'volume', weight: 1.8, total: 'sum' },
    { key: 'isCalculated', type: 'text', weight: 1.6 },
    { key: 'distance', type: 'distance', weight: 2, total: 'sum' },
    {
      key: 'litresPer100Km',
      type: 'decimal',
      weight: 1.6,
      total: { ratio: ['usedOfDistance', 'distanceOfUse'], isUnlimited: true },
    },
    { key: 'engine', type: 'duration', weight: 2, total: 'sum' },
    {
      key: 'litresPerHour',
      type: 'decimal',
      weight: 1.6,
      total: { ratio: ['usedOfHours', 'hoursOfUse'], isUnlimited: true },
    },
  ],
  footnotes: () => ['fuelUsed', 'distance'],
  async *read(reading) {
    for await (const { group, devices } of reading.devices(devicesAtOnce)) {
      yield await readDevices(reading, group, devices)
    }
  },
}

/** Only devices with a sensor. */
async function readDevices(
  { db, dates, texts }: Reading,
  group: string | undefined,
  devices: ReportedDevice[],
): Promise<Entry[]> {
  const numbers = devices.map(({ number }) => number)
  const sums = await sumFuel(db, numbers, periodOf(dates))
  if (sums.size === 0) return []
  const byDevice = await sumDevices(db, [...sums.keys()], dates)
  return devices.flatMap((device): Entry[] => {
    const found = sums.get(device.number)
    if (!found) return []
    const driven = byDevice.get(device.number)!.sums
    const values = { ...deviceValues(device), ...fuelValues(found, driven, texts.calculated) }
    return [{ ...inGroup(group, device), values, path: historyPath(device.id, dates) }]
  })
}

function fuelValues(sums: FuelSums, { cm, engineSeconds }: SummarySums, calculated: string): Values {
  const byRate = sums.mlPer100Km === null ? null : Math.round((cm / cmPer100Km) * sums.mlPer100Km)
  const usedMl = sums.usedMl ?? byRate
  const hasDistance = usedMl !== null && cm > 0
  const hasHours = usedMl !== null && engineSeconds !== null && engineSeconds > 0
  const usedOfDistance = hasDistance ? (usedMl / 1_000) * cmPer100Km : null
  const usedOfHours = hasHours ? (usedMl / 1_000) * secondsPerHour : null
  return {
    startLevel: sums.startMl,
    endLevel: sums.endMl,
    fills: sums.fills,
    filled: sums.filledMl,
    drains: sums.drains,
    drained: sums.drainedMl,
    fuelUsed: usedMl,
    isCalculated: sums.usedMl === null && byRate !== null ? calculated : null,
    distance: cm,
    litresPer100Km: usedOfDistance === null ? null : usedOfDistance / cm,
    usedOfDistance,
    distanceOfUse: hasDistance ? cm : null,
    engine: engineSeconds,
    litresPerHour: usedOfHours === null ? null : usedOfHours / engineSeconds!,
    usedOfHours,
    hoursOfUse: hasHours ? engineSeconds : null,
  }
}
