// All reports.

import type { ReportType } from '../report.types.ts'
import { alerts } from './alerts.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { dataQuality } from './data-quality.ts'
import { days } from './days.ts'
import { fleetSummary } from './fleet-summary.ts'
import { fuel } from './fuel.ts'
import { stops } from './stops.ts'
import { trips } from './trips.ts'

export const catalogue: Record<ReportType, ReportDefinition> = {
  fleetSummary,
  days,
  trips,
  stops,
  fuel,
  alerts,
  dataQuality,
}
