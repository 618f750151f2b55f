// All reports.

import type { ReportType } from '../report.types.ts'
import { alerts } from './alerts.ts'
import type { ReportDefinition } from './catalogue.types.ts'
import { dataQuality } from './data-quality.ts'
import { days } from './days.ts'
import { driving } from './driving.ts'
import { engineHours } from './engine-hours.ts'
import { fleetSummary } from './fleet-summary.ts'
import { fuel } from './fuel.ts'
import { logbook } from './logbook.ts'
import { maintenance } from './maintenance.ts'
import { speeding } from './speeding.ts'
import { stops } from './stops.ts'
import { temperature } from './temperature.ts'
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
  driving,
  speeding,
  fuel,
  temperature,
  alerts,
  maintenance,
  logbook,
  dataQuality,
}
