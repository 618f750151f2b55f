// Whether what came out is what the page shows. The page may leave out fields, and put … for what is different each time.

/** What differs, in words; nothing where all is as expected. */
export function differencesOf(expected: string, language: string, output: string): string[] {
  if (language !== 'json') return differentLines(expected, output)
  let said: unknown
  try {
    said = JSON.parse(output)
  } catch {
    return [`no JSON came out, but: ${output.slice(0, 500)}`]
  }
  return differ(JSON.parse(expected), said, '')
}

function differentLines(expected: string, output: string): string[] {
  const pattern = expected.trim().split('…').map(escaped).join('[\\s\\S]*')
  return new RegExp(`^${pattern}$`).test(output.trim()) ? [] : [`it printed:\n${output.trim()}`]
}

function differ(expected: unknown, said: unknown, path: string): string[] {
  if (typeof expected === 'string' && expected.includes('…')) {
    const isLike = new RegExp(`^${expected.split('…').map(escaped).join('[\\s\\S]*')}$`).test(String(said))
    return isLike && said !== undefined ? [] : [told(path, expected, said)]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(said)) return [told(path, expected, said)]
    const isOpen = expected.at(-1) === '…'
    const items = isOpen ? expected.slice(0, -1) : expected
    if (isOpen ? said.length < items.length : said.length !== items.length) {
      return [told(path, expected, said)]
    }
    return items.flatMap((item, index) => differ(item, said[index], `${path}/${index}`))
  }
  if (isObject(expected)) {
    if (!isObject(said)) return [told(path, expected, said)]
    return Object.entries(expected).flatMap(([key, value]) => differ(value, said[key], `${path}/${key}`))
  }
  return Object.is(expected, said) ? [] : [told(path, expected, said)]
}

const told = (path: string, expected: unknown, said: unknown) =>
  `${path || 'all of it'} is ${JSON.stringify(said)}, but the page says ${JSON.stringify(expected)}`

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
