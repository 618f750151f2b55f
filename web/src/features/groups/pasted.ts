// A list of devices as somebody pastes it out of a sheet: identifiers, names or our own ids.

export interface KnownDevice {
  id: string
  name: string
  identifier?: string | null | undefined
}

export interface Matched {
  /** To be added, each once. */
  found: string[]
  /** In the group already. */
  already: number
  /** As they were written. */
  unknown: string[]
  /** Names that several devices have. */
  ambiguous: string[]
}

/** A line or a cell each; what stands there twice counts once. */
export function parsePasted(text: string): string[] {
  const words = text.split(/[\n\r\t,;]+/).map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))]
}

export function matchPasted(words: string[], devices: KnownDevice[], members: ReadonlySet<string>): Matched {
  const byKey = new Map<string, string>()
  const byName = new Map<string, string[]>()
  for (const { id, name, identifier } of devices) {
    byKey.set(id.toLowerCase(), id)
    if (identifier) byKey.set(identifier.toLowerCase(), id)
    const key = name.toLowerCase()
    byName.set(key, [...(byName.get(key) ?? []), id])
  }
  const found = new Set<string>()
  const matched: Matched = { found: [], already: 0, unknown: [], ambiguous: [] }
  for (const word of words) {
    const key = word.toLowerCase()
    const named = byName.get(key) ?? []
    const id = byKey.get(key) ?? (named.length === 1 ? named[0] : undefined)
    if (id === undefined) (named.length > 1 ? matched.ambiguous : matched.unknown).push(word)
    else if (members.has(id)) matched.already += 1
    else found.add(id)
  }
  return { ...matched, found: [...found] }
}
