// All checks, in the order of the report. The start in production runs some of them, so both agree on what is safe.

import { archiveChecks } from './archive.ts'
import { cellChecks } from './cells.ts'
import { configurationChecks } from './configuration.ts'
import type { Check } from './doctor.types.ts'
import { erasureChecks } from './erasures.ts'
import { fleetChecks } from './fleet.ts'
import { geocoderChecks } from './geocoder.ts'
import { machineChecks } from './machine.ts'
import { mapChecks } from './maps.ts'
import { natsChecks } from './nats-server.ts'
import { streamChecks } from './nats-streams.ts'
import { outboundChecks } from './outbound.ts'
import { placeChecks } from './places.ts'
import { roleChecks } from './postgres-role.ts'
import { runningChecks } from './postgres-running.ts'
import { serverChecks } from './postgres-server.ts'
import { settingChecks } from './postgres-settings.ts'
import { releaseChecks } from './releases.ts'
import { reportChecks } from './reports.ts'
import { resaleChecks } from './resale.ts'
import { schemaChecks } from './schema.ts'
import { spendingChecks } from './spending.ts'
import { storageChecks } from './storage.ts'
import { trackerCertificateChecks } from './tracker-certificate.ts'
import { tripChecks } from './trips.ts'
import { workChecks } from './work.ts'

export const checks: Check[] = [
  ...configurationChecks,
  ...trackerCertificateChecks,
  ...machineChecks,
  ...serverChecks,
  ...settingChecks,
  ...roleChecks,
  ...runningChecks,
  ...schemaChecks,
  ...natsChecks,
  ...streamChecks,
  ...storageChecks,
  ...archiveChecks,
  ...placeChecks,
  ...workChecks,
  ...tripChecks,
  ...fleetChecks,
  ...reportChecks,
  ...erasureChecks,
  ...resaleChecks,
  ...outboundChecks,
  ...geocoderChecks,
  ...releaseChecks,
  ...spendingChecks,
  ...mapChecks,
  ...cellChecks,
]
