// The commands for customers: all of them use the API.

import type { Command } from 'commander'
import { apiKeyCommand } from './commands/api-key.ts'
import { commandCommand } from './commands/command.ts'
import { deviceCommand } from './commands/device.ts'
import { driverCommand } from './commands/driver.ts'
import { fleetCommand } from './commands/fleet.ts'
import { fuelCommand } from './commands/fuel.ts'
import { groupCommand } from './commands/group.ts'
import { importCommand } from './commands/import.ts'
import { ingestKeyCommand } from './commands/ingest-key.ts'
import { loginCommand, logoutCommand, whoamiCommand } from './commands/login.ts'
import { maintenanceCommand } from './commands/maintenance.ts'
import { mcpCommand } from './commands/mcp.ts'
import { placeCommand } from './commands/place.ts'
import { reportCommand } from './commands/report.ts'
import { resaleCommand } from './commands/resale.ts'
import { supportCommand } from './commands/support.ts'
import { tailCommand } from './commands/tail.ts'
import { tripCommand } from './commands/trip.ts'
import { userCommand } from './commands/user.ts'
import { visitCommand } from './commands/visit.ts'

/** Commands that the operator's binary extends are passed in. */
export function clientCommands(given: { apiKey?: Command; user?: Command } = {}): Command[] {
  return [
    loginCommand(),
    logoutCommand(),
    whoamiCommand(),
    deviceCommand(),
    groupCommand(),
    driverCommand(),
    given.user ?? userCommand(),
    given.apiKey ?? apiKeyCommand(),
    commandCommand(),
    ingestKeyCommand(),
    fleetCommand(),
    tripCommand(),
    visitCommand(),
    maintenanceCommand(),
    fuelCommand(),
    placeCommand(),
    reportCommand(),
    resaleCommand(),
    supportCommand(),
    tailCommand(),
    mcpCommand(),
    importCommand(),
  ]
}
