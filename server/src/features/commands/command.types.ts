import type { Socket } from 'node:net'
import type { SocketProtocol, TypedCommand } from '@rastro/protocols'

export const commandTypes = ['position', 'interval', 'output', 'reboot', 'raw'] as const
export type CommandType = (typeof commandTypes)[number]

export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'] as const
export type CommandState = (typeof commandStates)[number]

/** `text` is put into a frame of the protocol; `hex` is the whole frame. */
export type CommandPayload = TypedCommand | { type: 'raw'; text: string } | { type: 'raw'; hex: string }

/** A live connection whose tracker is identified. */
export interface TrackerConnection {
  readonly identifier: string
  readonly protocol: SocketProtocol
  readonly socket: Pick<Socket, 'destroyed' | 'write' | 'setKeepAlive'>
}

/** Without settings and answer, which may contain passwords of the tracker. */
export interface CommandEvent {
  id: string
  deviceId: string
  deviceNumber: number
  type: CommandType
  state: CommandState
  reason: string | null
}
