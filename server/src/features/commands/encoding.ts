// Encodes a command for the protocol of the tracker.

import type { CommandRequest, SocketProtocol } from '@rastro/protocols'
import { protocols, socketProtocols } from '@rastro/protocols'
import type { CommandPayload } from './command.types.ts'

type Encoding = Omit<CommandRequest, 'text'>

/** The bytes to write. Undefined if the protocol or the model does not support it. */
export function bytesOf(
  protocol: SocketProtocol,
  payload: CommandPayload,
  encoding: Encoding,
): Buffer | undefined {
  if (payload.type === 'raw' && 'hex' in payload) return Buffer.from(payload.hex, 'hex')
  const { command, commandText } = protocol.encode
  const text = payload.type === 'raw' ? payload.text : commandText?.(payload, encoding.settings)
  return text === undefined ? undefined : command?.({ text, ...encoding })
}

/** For a tracker that is not connected: by the protocol of the device, or by any if it has none. */
export function isPossible(
  protocolName: string | null,
  model: string | null,
  payload: CommandPayload,
): boolean {
  const named = protocols.find(({ name }) => name === protocolName?.toLowerCase())
  const candidates = named ? [named] : socketProtocols
  const settings = model === null ? {} : { model }
  return candidates.some(
    (protocol) =>
      protocol.kind === 'socket' && bytesOf(protocol, payload, { requestId: 1, settings }) !== undefined,
  )
}
