// Parses a pasted list of devices: identifiers, names or ids.

export interface KnownDevice {
  id: string
  name: string
  identifier?: string | null | undefined
}

export interface Matched {
  /** To be added, without duplicates. */
  found: string[]
  /** In the group already. */
  already: number
  /** As they were written. */
  unknown: string[]
  /** Names that several devices have. */
  ambiguous: string[]
}

/** One per line or cell, without duplicates. */
export function parsePasted(text: string): string[] {
  const entries = text.split(/[\n\r\t,;]+/).map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

export function matchPasted(
  entries: string[],
  devices: KnownDevice[],
  members: ReadonlySet<string>,
): Matched {
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
  for (const entry of entries) {
    const key = entry.toLowerCase()
    const named = byName.get(key) ?? []
    const id = byKey.get(key) ?? (named.length === 1 ? named[0] : undefined)
    if (id === undefined) (named.length > 1 ? matched.ambiguous : matched.unknown).push(entry)
    else if (members.has(id)) matched.already += 1
    else found.add(id)
  }
  return { ...matched, found: [...found] }
}
