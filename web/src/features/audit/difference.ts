// The fields of a change that differ before and after, at any depth.

export interface Difference {
  /** `limits.emailsPerDay` */
  path: string
  before: string | undefined
  after: string | undefined
}

export function differencesOf(before: unknown, after: unknown): Difference[] {
  const old = flat(before)
  const now = flat(after)
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((one) => one.before !== one.after)
}

/** Leaves by path. Empty values count as absent, so a created object lists only the fields it has. */
function flat(value: unknown, path = '', leaves = new Map<string, string>()): Map<string, string> {
  if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) flat(part, path ? `${path}.${name}` : name, leaves)
    return leaves
  }
  const text = textOf(value)
  if (text !== undefined) leaves.set(path, text)
  return leaves
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(itemOf).join(', ')
  return String(value)
}

function itemOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name of the object, if the change contains it. */
export function nameIn(before: unknown, after: unknown): string | undefined {
  for (const document of [after, before]) {
    if (isObject(document) && typeof document.name === 'string') return document.name
  }
  return undefined
}
