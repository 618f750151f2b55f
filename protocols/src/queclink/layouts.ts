// Layouts of asset trackers: the battery has another place than in reports of vehicles.
import type { Location } from '../protocol.types.ts'

export type Layout = 'vehicle' | 'batteryLast' | 'batteryFourth'

/** By the model at the start of the protocol version. */
const layouts: Readonly<Record<string, Layout>> = {
  // GL50, GL501, GT501: signal, then battery.
  '42': 'batteryLast',
  // GL500M, GL505: temperature, reserved, reserved, battery.
  '2E': 'batteryFourth',
  DE: 'batteryFourth',
}

/** Two numbers, an empty field, the battery, and another number. */
const FOURTH = /(?:^|,)-?\d[\d.]*,\d,,(\d{1,3}),\d/

export function layoutOf(version: string): Layout {
  const model = version.slice(0, 2).toUpperCase()
  return Object.hasOwn(layouts, model) ? layouts[model]! : 'vehicle'
}

export function keepAssetBattery(location: Location, layout: Layout, fields: string[]): void {
  const field = layout === 'batteryLast' ? fields.at(-1) : FOURTH.exec(fields.join())?.[1]
  const percent = field === undefined || field === '' ? Number.NaN : Number(field)
  if (Number.isInteger(percent) && percent >= 0 && percent <= 100) location.batteryPct = percent
}
