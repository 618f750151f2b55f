// Compares actual output with the page. The page may omit fields, and write … for values that change.

/** The differences as text; empty if there are none. */
export function differencesOf(expected: string, language: string, output: string): string[] {
  if (language !== 'json') return differentLines(expected, output)
  let actual: unknown
  try {
    actual = JSON.parse(output)
  } catch {
    return [`expected JSON, got: ${output.slice(0, 500)}`]
  }
  return differ(JSON.parse(expected), actual, '')
}

function differentLines(expected: string, output: string): string[] {
  const pattern = expected.trim().split('…').map(escaped).join('[\\s\\S]*')
  // Heartbeats of a stream come by the server's clock, anywhere between two events.
  const actual = output.replace(/^: heartbeat\nid: .*\n\n/gm, '').trim()
  return new RegExp(`^${pattern}$`).test(actual) ? [] : [`it printed:\n${actual}`]
}

function differ(expected: unknown, actual: unknown, path: string): string[] {
  if (typeof expected === 'string' && expected.includes('…')) {
    const isLike = new RegExp(`^${expected.split('…').map(escaped).join('[\\s\\S]*')}$`).test(String(actual))
    return isLike && actual !== undefined ? [] : [difference(path, expected, actual)]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [difference(path, expected, actual)]
    const isOpen = expected.at(-1) === '…'
    const items = isOpen ? expected.slice(0, -1) : expected
    if (isOpen ? actual.length < items.length : actual.length !== items.length) {
      return [difference(path, expected, actual)]
    }
    return items.flatMap((item, index) => differ(item, actual[index], `${path}/${index}`))
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [difference(path, expected, actual)]
    return Object.entries(expected).flatMap(([key, value]) => differ(value, actual[key], `${path}/${key}`))
  }
  return Object.is(expected, actual) ? [] : [difference(path, expected, actual)]
}

const difference = (path: string, expected: unknown, actual: unknown) =>
  `${path || 'the whole output'} is ${JSON.stringify(actual)}; the page shows ${JSON.stringify(expected)}`

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
