// The values of a change as a person reads them: times in the account's zone, names instead of identifiers.

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** Prefix, underscore and 22 characters, as the server writes them. */
const identifier = /\b[a-z]{3}_[0-9A-Za-z]{22}\b/g

export interface Reading {
  dateTime(at: string): string
  nameOf(id: string): string | undefined
}

export function readable(text: string, { dateTime, nameOf }: Reading): string {
  return text.replaceAll(instant, (at) => dateTime(at)).replaceAll(identifier, (id) => nameOf(id) ?? id)
}

/** Every identifier in the changes, at any depth. */
export function idsIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(identifier) ?? [])]
}

/** `limits.dailyEmailLimit` as words, for a field without a translation. */
export function wordsOf(path: string): string {
  const words = path
    .split('.')
    .map((part) => part.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase())
    .join(': ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
