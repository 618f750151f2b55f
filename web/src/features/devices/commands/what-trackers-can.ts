// Which commands a tracker understands, by what it speaks. The server has the last word; this spares people its refusal.

export const commandTypes = ['position', 'interval', 'output', 'reboot', 'raw'] as const
export type CommandType = (typeof commandTypes)[number]

interface Abilities {
  types: readonly CommandType[]
  outputs: number
}

const maxOutputs = 8
const everything: Abilities = { types: commandTypes, outputs: maxOutputs }
const nothing: Abilities = { types: [], outputs: 0 }

const abilities: Record<string, Abilities> = {
  teltonika: { types: commandTypes, outputs: 4 },
  gt06: { types: commandTypes, outputs: 1 },
  h02: { types: ['position', 'interval', 'output', 'raw'], outputs: 1 },
  gps103: { types: ['position', 'interval', 'output', 'raw'], outputs: 1 },
  tk103: { types: commandTypes, outputs: 1 },
  meitrack: { types: ['position', 'interval', 'output', 'raw'], outputs: 5 },
  queclink: { types: ['raw'], outputs: 0 },
  suntech: { types: ['raw'], outputs: 0 },
}

/** Only of these families are the numbers of the parameters known. */
const teltonikaWithInterval = /^FM[BCMU]/i

/** Where the protocol is not said, all is offered, and what cannot be done comes to light when the tracker is there. */
export function abilitiesOf(protocol: string | null, model: string | null): Abilities {
  if (protocol === null) return everything
  const known = abilities[protocol.toLowerCase()] ?? nothing
  if (protocol.toLowerCase() !== 'teltonika' || teltonikaWithInterval.test(model ?? '')) return known
  return { ...known, types: known.types.filter((type) => type !== 'interval') }
}
