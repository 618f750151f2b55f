// What the reports have in common: the columns of a device, and where the interface shows its history.

import type { ColumnDefinition, Entry, ReportedDevice, Values } from './catalogue.types.ts'

export const deviceColumns: ColumnDefinition[] = [
  { key: 'device', type: 'text', weight: 4 },
  { key: 'licensePlate', type: 'text', weight: 2, isOptional: true },
]

export function deviceValues({ name, licensePlate }: Pick<ReportedDevice, 'name' | 'licensePlate'>): Values {
  return { device: name, licensePlate }
}

export interface Period {
  fromMs: number
  toMs: number
}

export function periodOf(dates: readonly { startMs: number; endMs: number }[]): Period {
  return { fromMs: dates[0]!.startMs, toMs: dates.at(-1)!.endMs }
}

/** Where the interface shows the days of a device. */
export function historyPath(deviceId: string, dates: readonly { day: string }[]): string {
  return `/history/${deviceId}?from=${dates[0]!.day}&to=${dates.at(-1)!.day}`
}

export function inGroup(
  group: string | undefined,
  { isRepeat }: ReportedDevice,
): Pick<Entry, 'group' | 'isRepeat'> {
  return { ...(group !== undefined && { group }), ...(isRepeat && { isRepeat }) }
}
