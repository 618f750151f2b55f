// Every check there is, in the order in which they are told. Whoever starts in production and whoever examines use the
// same list: there is no second opinion on what is safe.

import { cellChecks } from './cells.ts'
import { configurationChecks } from './configuration.ts'
import type { Check } from './doctor.types.ts'
import { machineChecks } from './machine.ts'
import { natsChecks } from './nats-server.ts'
import { streamChecks } from './nats-streams.ts'
import { wayOutChecks } from './outbound.ts'
import { roleChecks } from './postgres-role.ts'
import { runningChecks } from './postgres-running.ts'
import { serverChecks } from './postgres-server.ts'
import { settingChecks } from './postgres-settings.ts'
import { schemaChecks } from './schema.ts'
import { storageChecks } from './storage.ts'
import { workChecks } from './work.ts'

export const checks: Check[] = [
  ...configurationChecks,
  ...machineChecks,
  ...serverChecks,
  ...settingChecks,
  ...roleChecks,
  ...runningChecks,
  ...schemaChecks,
  ...natsChecks,
  ...streamChecks,
  ...storageChecks,
  ...workChecks,
  ...wayOutChecks,
  ...cellChecks,
]

/** A fault of one of these keeps production from starting. */
export const guardChecks = checks.filter(({ isGuard }) => isGuard)
