// All attacks, the most harmful first: a short run has only the first ones.

import type { Attack } from '../attack.types.ts'
import {
  contendedWrites,
  importPreviews,
  parallelReads,
  sleepingSubscribers,
  timeZones,
  trackExports,
} from './api.ts'
import { fleetAttacks } from './fleet.ts'
import { eventFlood, logFilling } from './logs.ts'
import { alertStorm, silentWebhooks } from './notifications.ts'
import { endlessSearches, slowAddresses, tangledPoints, wideNeighbourhoods } from './places.ts'
import { dryRuns, largeCorridors, ruleChurn, tangledGeofences } from './rules.ts'
import { ingestKeyGuessing, passwordGuessing, slowRequests, tokenGuessing } from './sign-in.ts'
import {
  forgedReports,
  garbageConnections,
  idleConnections,
  impostors,
  reflectedDatagrams,
  unknownDatagrams,
  unknownHeartbeats,
  unknownReports,
} from './trackers.ts'

export const attacks: readonly Attack[] = [
  largeCorridors,
  dryRuns,
  logFilling,
  unknownDatagrams,
  alertStorm,
  passwordGuessing,
  forgedReports,
  unknownReports,
  timeZones,
  eventFlood,
  parallelReads,
  tokenGuessing,
  ruleChurn,
  importPreviews,
  trackExports,
  tangledGeofences,
  contendedWrites,
  silentWebhooks,
  sleepingSubscribers,
  reflectedDatagrams,
  unknownHeartbeats,
  impostors,
  idleConnections,
  garbageConnections,
  ingestKeyGuessing,
  slowRequests,
  // In long runs: a short one has no room for more waves.
  tangledPoints,
  endlessSearches,
  slowAddresses,
  wideNeighbourhoods,
  ...fleetAttacks,
]
