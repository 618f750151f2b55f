import type { Context } from '../../platform/context.ts'
import type { ActivityEntry } from '../activity/activity.types.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { Dispatcher } from '../commands/dispatcher.api.ts'
import type { DeviceMemory } from '../recorder/device-cache.api.ts'
import type { LocationWriter } from '../recorder/location-log.api.ts'
import type { PassageLines } from './cell-forwarding.ts'
import type { FrameKeeper } from './frame-archive.api.ts'

/** Whether a tracker may speak. While the database is away that is settled later, by the recorder. */
export type Admission = 'known' | 'stranger' | 'unsettled'

/** What every connection of a gateway process shares. */
export interface Gateway {
  readonly ctx: Pick<Context, 'config' | 'log' | 'now' | 'db' | 'cells'>
  /** To other cells; undefined where this is the only one. */
  readonly lines: PassageLines | undefined
  readonly writer: LocationWriter
  readonly memory: DeviceMemory
  /** A cell where the tracker lives in another: it is heard there. */
  admit(identifier: string): Promise<Admission | Cell>
  /** For who was handed on to us: he lives here, or nobody knows better. */
  admitHere(identifier: string): Promise<Admission>
  /** Whether a satellite operator may connect from here. */
  isOfNetwork(address: string): boolean
  /** Notes a tracker that nobody has registered, without making anybody wait. */
  noteStranger(stranger: Stranger): void
  /** Notes what one that is registered did, for whoever connects it. */
  noteActivity(arrival: ActivityEntry): void
}

/** The same for trackers that hold a connection, over which something can be said to them. */
export interface SocketGateway extends Gateway {
  readonly commands: Dispatcher
  readonly frames: FrameKeeper
}

export interface Stranger {
  identifier: string
  protocol: string
  address: string
}
