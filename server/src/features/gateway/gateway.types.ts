import type { Context } from '../../platform/context.ts'
import type { Arrival } from '../arrivals/arrival.types.ts'
import type { Cell } from '../cells/cell.types.ts'
import type { Dispatcher } from '../commands/dispatcher.service.ts'
import type { DeviceMemory } from '../locations/device-memory.service.ts'
import type { LocationWriter } from '../locations/location-log.service.ts'
import type { FrameKeeper } from './frame-keeper.service.ts'
import type { PassageLines } from './passage-lines.service.ts'

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
  noteArrival(arrival: Arrival): void
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
