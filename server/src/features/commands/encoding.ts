// A command in the words of what the tracker speaks.

import type { CommandRequest, SocketProtocol } from '@rastro/protocols'
import { protocols, socketProtocols } from '@rastro/protocols'
import type { Wish } from './command.types.ts'

type Speech = Omit<CommandRequest, 'text'>

/** The bytes to write. Nothing where this protocol, or this model, cannot do it. */
export function bytesOf(protocol: SocketProtocol, wish: Wish, speech: Speech): Buffer | undefined {
  if (wish.type === 'raw' && 'hex' in wish) return Buffer.from(wish.hex, 'hex')
  const { command, commandText } = protocol.encode
  const text = wish.type === 'raw' ? wish.text : commandText?.(wish, speech.settings)
  return text === undefined ? undefined : command?.({ text, ...speech })
}

/** Before the tracker is there: by what the device is said to speak, or by anything it might. */
export function isPossible(protocolName: string | null, model: string | null, wish: Wish): boolean {
  const named = protocols.find(({ name }) => name === protocolName?.toLowerCase())
  const candidates = named ? [named] : socketProtocols
  const settings = model === null ? {} : { model }
  return candidates.some(
    (protocol) =>
      protocol.kind === 'socket' && bytesOf(protocol, wish, { requestId: 1, settings }) !== undefined,
  )
}
