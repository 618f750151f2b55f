import type { Context } from '../../platform/context.ts'
import type { ActivityEntry } from '../activity/activity.types.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { Dispatcher } from '../commands/dispatcher.api.ts'
import type { IngestAuthenticator } from '../ingest-keys/ingest-key.api.ts'
import type { Mappings } from '../ingest-keys/mapping.api.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import type { LocationWriter } from '../recorder/location-log.api.ts'
import type { CellForwarding } from './cell-forwarding.ts'
import type { FrameArchive } from './frame-archive.api.ts'
import type { StatusFilter } from './status-filter.ts'

/**
 * Whether a tracker is admitted. `registered`: the database does not respond, and the tracker was registered before; the
 * recorder decides later.
 */
export type Admission = 'known' | 'unknown' | 'registered'

/** Shared by all connections of a gateway process. */
export interface Gateway {
  readonly ctx: Pick<Context, 'config' | 'log' | 'now' | 'db' | 'cells'>
  /** Undefined if this cell is the only one. */
  readonly cellForwarding: CellForwarding | undefined
  readonly writer: LocationWriter
  readonly statuses: StatusFilter
  readonly deviceCache: DeviceCache
  /**
   * Returns the tracker's home cell if it is another one. Throws UnavailableError if it cannot be decided now. The
   * address limits how many unregistered trackers are looked up.
   */
  admit(identifier: string, address: string | undefined): Promise<Admission | Cell>
  /** For trackers that another cell forwarded: this cell is their home. */
  admitHere(identifier: string, address?: string): Promise<Admission>
  /** The home cell of an ingest key that this cell does not have. */
  homeOfKey(keyId: string): Promise<Cell | undefined>
  /** Whether a satellite operator may connect from this address. */
  isAllowedNetwork(address: string): boolean
  /** Records an unregistered tracker in the background. */
  noteUnknownTracker(tracker: UnknownTracker): void
  /** Records the activity of a registered tracker. */
  noteActivity(entry: ActivityEntry): void
}

/** For protocols with connections, over which commands can be sent. */
export interface SocketGateway extends Gateway {
  readonly commands: Dispatcher
  readonly frames: FrameArchive
}

export interface UnknownTracker {
  identifier: string
  protocol: string
  address: string
}

/** What the reports of ingest keys need. */
export interface Keyed {
  readonly ingestKeys: IngestAuthenticator
  readonly mappings: Mappings
}

/** A message that somebody published to the broker of the installation. */
export interface Published {
  topic: string
  payload: Buffer
  /** Of the broker. */
  address: string
}
