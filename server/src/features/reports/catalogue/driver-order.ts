// Drivers in the order of their names; trips without a driver come last.

import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import type { ReportTexts } from '../texts/texts.types.ts'

export interface NamedDriver {
  /** Empty without a driver. */
  id: string
  name: string
}

export function driverOf({ segment }: ReportedSegment, { withoutDriver }: ReportTexts): NamedDriver {
  const driver = segment.driving?.driver
  return driver ? { id: driver.id, name: driver.name } : { id: '', name: withoutDriver }
}

export function byDriverName(one: NamedDriver, other: NamedDriver): number {
  if (one.id === other.id) return 0
  if (one.id === '' || other.id === '') return one.id === '' ? 1 : -1
  return one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1)
}
