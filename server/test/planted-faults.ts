// Faults that an operator can have, and how they come about. Each names the check that must find it.

import { ofArchive } from './planted/archive.ts'
import { ofCells } from './planted/cells.ts'
import { ofConfiguration, ofOutbound } from './planted/configuration.ts'
import { ofMaps } from './planted/maps.ts'
import { ofNats } from './planted/nats.ts'
import type { PlantedFault } from './planted/plant.ts'
import { ofPostgres, ofSchema } from './planted/postgres.ts'
import { ofTrips } from './planted/trips.ts'
import { ofWork } from './planted/work.ts'

export const plantedFaults: PlantedFault[] = [
  ...ofConfiguration,
  ...ofPostgres,
  ...ofSchema,
  ...ofNats,
  ...ofWork,
  ...ofTrips,
  ...ofOutbound,
  ...ofMaps,
  ...ofArchive,
  ...ofCells,
]
