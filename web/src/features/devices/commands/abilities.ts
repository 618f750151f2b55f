// The commands a tracker accepts, by protocol and model. The server decides; the form only avoids offering refused
// ones.

import { commandAbilities, commandTypes } from '@rastro/client/constants'

export type CommandType = (typeof commandTypes)[number]

interface Abilities {
  types: readonly CommandType[]
  outputs: number
}

const maxOutputs = 8
const everything: Abilities = { types: commandTypes, outputs: maxOutputs }
const nothing: Abilities = { types: [], outputs: 0 }
const byProtocol: Record<string, Abilities> = commandAbilities

/** The interval parameters are known for these families only. */
const teltonikaWithInterval = /^FM[BCMU]/i

/** Without a protocol every command is offered; the server checks again when the tracker connects. */
export function abilitiesOf(protocol: string | null, model: string | null): Abilities {
  if (protocol === null) return everything
  const known = byProtocol[protocol.toLowerCase()] ?? nothing
  if (protocol.toLowerCase() !== 'teltonika' || teltonikaWithInterval.test(model ?? '')) return known
  return { ...known, types: known.types.filter((type) => type !== 'interval') }
}
