// The checks that every role runs at its start. Apart from the other checks, which load half of the features.

import { configurationChecks } from './configuration.ts'
import type { Check } from './doctor.types.ts'
import { natsChecks } from './nats-server.ts'
import { roleChecks } from './postgres-role.ts'
import { settingChecks } from './postgres-settings.ts'
import { schemaChecks } from './schema.ts'

const groups = [configurationChecks, settingChecks, roleChecks, schemaChecks, natsChecks]

/** A fault of one of these prevents a start in production. */
export const startupChecks: Check[] = groups.flat().filter(({ isStartupCheck }) => isStartupCheck)
