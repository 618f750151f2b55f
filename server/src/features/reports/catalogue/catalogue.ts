// All reports.

import type { ReportType } from '../report.types.ts'
import { alerts } from './alerts.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { dataQuality } from './data-quality.ts'
import { days } from './days.ts'
import { engineHours } from './engine-hours.ts'
import { fleetSummary } from './fleet-summary.ts'
import { fuel } from './fuel.ts'
import { logbook } from './logbook.ts'
import { maintenance } from './maintenance.ts'
import { stops } from './stops.ts'
import { trips } from './trips.ts'
import { visits } from './visits.ts'
import { workTime } from './work-time.ts'

export const catalogue: Record<ReportType, ReportDefinition> = {
  fleetSummary,
  days,
  trips,
  stops,
  visits,
  engineHours,
  workTime,
  fuel,
  alerts,
  maintenance,
  logbook,
  dataQuality,
}
