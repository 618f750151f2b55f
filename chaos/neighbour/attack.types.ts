// An attack: calls of one kind at a fixed rate, by an account within its limits or by clients without credentials.

import type { Outcome } from './waves.ts'

/** What the attackers know: their own account, and what is public of the others. */
export interface Targets {
  apiUrl: string
  /** Of trackers over HTTP. */
  ingestUrl: string
  gatewayPort: number
  own: OwnAccount
  /** The neighbour's user name and the identifiers of its trackers, which are printed on their cases. */
  neighbour: { userName: string; identifiers: string[] }
  /** Trackers of a third account, whose reports are forged. */
  forgedIdentifiers: string[]
}

/** The account of the attackers: several users, each with an API key, trackers, large geofences, and contacts. */
export interface OwnAccount {
  /** One per user. */
  tokens: string[]
  deviceIds: string[]
  identifiers: string[]
  /** A device with a long history. */
  historyDeviceId: string
  /** The period of that history. */
  history: { from: string; to: string }
  smallGeofenceId: string
  driverId: string
  /** One of many, which count for all devices. */
  planId: string
  /** Of the device with the long history. */
  fuelSensorId: string
}

export interface Attack {
  name: string
  /** The documented rate of one attack. */
  callsPerSecond: number
  maxInFlight: number
  /** Prepares requests before the quiet period, so that an attack costs its own process little. */
  open(targets: Targets): Call
}

/** Makes one call. */
export type Call = (turn: number) => Promise<Outcome>
