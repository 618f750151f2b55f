import type { Socket } from 'node:net'
import type { SocketProtocol, TypedCommand } from '@rastro/protocols'

export const commandTypes = ['position', 'interval', 'output', 'reboot', 'raw'] as const
export type CommandType = (typeof commandTypes)[number]

export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired'] as const
export type CommandState = (typeof commandStates)[number]

/** `text` is put into the protocol's own frame; `hex` is the whole frame, written as it is. */
export type Wish = TypedCommand | { type: 'raw'; text: string } | { type: 'raw'; hex: string }

/** A live connection over which a tracker has said who it is. */
export interface TrackerLine {
  readonly identifier: string
  readonly protocol: SocketProtocol
  readonly socket: Pick<Socket, 'destroyed' | 'write' | 'setKeepAlive'>
}

/** What is told of a command. What was said to and by the tracker may hold passwords, and is not. */
export interface CommandNews {
  id: string
  deviceId: string
  deviceNumber: number
  type: CommandType
  state: CommandState
  reason: string | null
}
