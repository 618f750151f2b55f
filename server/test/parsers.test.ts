// Parsers of user input: any text gives a value or an error message, in time linear in its length. `npm run fuzz`
// runs longer.

import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { ClientError } from '../../cli/src/failure.ts'
import { readCsvHistory } from '../../cli/src/importing/csv-history.ts'
import { readGpxHistory } from '../../cli/src/importing/gpx-history.ts'
import { readTables } from '../../cli/src/importing/tables.ts'
import { createFuzz } from '../../protocols/src/testing/fuzz.ts'
import { parseXml } from '../../protocols/src/xml.ts'
import { fromFeature } from '../src/features/geofences/geojson.ts'
import { csvCell, formats } from '../src/features/locations/formats.ts'
import { decodeEventCursor, encodeEventCursor, readSince } from '../src/platform/bus/event-cursor.ts'
import { openNumber, sealCursor } from '../src/platform/http/cursors.ts'
import { CallerError } from '../src/platform/http/errors.ts'
import { patched } from '../src/platform/http/patch.ts'
import { prefersHtml } from '../src/platform/static/web-page.ts'

const { parameters, timeoutMs, reportRuns } = createFuzz('parsers', 1_000)
vi.setConfig({ testTimeout: timeoutMs })
afterAll(reportRuns)

const anyText = fc.string({ unit: 'binary', maxLength: 300 })
/** Fragments of valid input in any order, with anything between. */
const soup = (...pieces: string[]) =>
  fc
    .array(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: anyText }),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''))
const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' })
/** Including the names that every object inherits. */
const names = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'tags',
    '0',
    '-',
    '',
    '__proto__',
    'constructor',
    'toString',
    'length',
    'a/b',
    '~',
    '~1',
  ),
  fc.string({ maxLength: 4 }),
)
const document = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 1, 'x', true), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(ownMembers),
})).value

/** As JSON.parse creates them: `__proto__` is an ordinary name. */
function ownMembers(entries: [string, unknown][]): object {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
  )
}

/** The error message, or undefined if it was accepted. Any other exception is a bug. */
function refusal(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof CallerError) return error.code
    throw error
  }
}

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function rowsOf(rows: AsyncIterable<unknown>): Promise<unknown[] | 'refused'> {
  const found: unknown[] = []
  try {
    for await (const row of rows) found.push(row)
    return found
  } catch (error) {
    if (error instanceof ClientError) return 'refused'
    throw error
  }
}

describe('a patch', () => {
  const pointer = fc
    .array(names, { maxLength: 4 })
    .map((keys) => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))
  const path = fc.oneof({ weight: 9, arbitrary: pointer }, { weight: 1, arbitrary: fc.string() })
  const operation = fc.record({
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
    path,
    from: path,
    value: document,
  })

  test('changes neither its input nor any prototype', () => {
    const property = fc.property(
      document.filter((one) => one !== null && typeof one === 'object'),
      // Other lists are refused by the schema.
      fc.oneof(
        fc.array(operation, { maxLength: 6 }),
        document.filter((one) => !Array.isArray(one)),
      ),
      (before, patch) => {
        const text = JSON.stringify(before)
        refusal(() => JSON.stringify(patched(before as object, patch)))
        expect(JSON.stringify(before)).toBe(text)
        expect(Object.keys(Object.prototype)).toEqual([])
        expect(Object.keys(Array.prototype)).toEqual([])
      },
    )
    fc.assert(property, parameters)
  })

  test('cannot grow to gigabytes by copying', () => {
    const doubling = Array.from({ length: 100 }, (_, at) => ({ op: 'copy', from: '', path: `/x${at}` }))
    expect(refusal(() => patched({ a: 'x'.repeat(1_000) }, doubling))).toBe('patch.unknown_path')
  })
})

describe('a cursor', () => {
  const secrets = { secret: 'a secret of the tests, long enough', oldSecrets: [] }

  test('of a list is valid, or refused', () => {
    const property = fc.property(
      fc.oneof(
        anyText,
        anyText.map((text) => sealCursor(secrets, 1, text)),
      ),
      (text) => {
        const code = refusal(() => expect(Number.isSafeInteger(openNumber(secrets, 1, text))).toBe(true))
        expect([undefined, 'query.invalid']).toContain(code)
      },
    )
    fc.assert(property, parameters)
    fc.assert(
      fc.property(
        fc.nat(),
        (number) => openNumber(secrets, 1, sealCursor(secrets, 1, `${number}`)) === number,
      ),
      parameters,
    )
  })

  test('of events too, and it may be used instead of a time', () => {
    const whole = fc.record({
      epoch: fc.stringMatching(/^[0-9a-z]{1,12}$/),
      sequence: fc.nat({ max: 2 ** 50 }),
      index: fc.nat(9_999),
      at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    })
    fc.assert(
      fc.property(whole, (cursor) => {
        expect(decodeEventCursor(encodeEventCursor(cursor))).toEqual(cursor)
      }),
      parameters,
    )
    const parts = fc.array(fc.stringMatching(/^[0-9a-z]{0,14}$/), { maxLength: 6 })
    const near = parts.map((pieces) => Buffer.from(`e${pieces.join('.')}`).toString('base64url'))
    fc.assert(
      fc.property(fc.oneof(anyText, near), (text) => readSince(text) instanceof Date),
      parameters,
    )
  })
})

test('a GeoJSON Feature becomes a document of known members, or is left unchanged', () => {
  const feature = fc.record({
    type: fc.constantFrom('Feature', 'x'),
    properties: document,
    geometry: document,
  })
  const property = fc.property(fc.oneof(feature, document), (body) => {
    const made = fromFeature(body)
    if (made === body) return
    const allowed = new Set(['name', 'description', 'kind', 'radius', 'tags', 'geometry'])
    expect(Object.keys(made as object).filter((name) => !allowed.has(name))).toEqual([])
  })
  fc.assert(property, parameters)
})

test('XML of an operator is parsed to a tree of bounded depth, or refused', () => {
  const text = soup(
    '<a>',
    '</a>',
    '<b c="d">',
    '</b>',
    '<x/>',
    '&amp;',
    '&#65;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml?>',
  )
  const depthOf = (element: ReturnType<typeof parseXml>): number =>
    element ? 1 + Math.max(0, ...element.children.map(depthOf)) : 0
  fc.assert(
    fc.property(text, (document) => depthOf(parseXml(document)) <= 8),
    parameters,
  )
})

test('GPX gives points or faults, however the file is chunked', async () => {
  const point = '<trkpt lat="41.5" lon="2.1"><time>2026-01-01T00:00:00Z</time><ele>5</ele></trkpt>'
  const text = soup(
    '<gpx>',
    '</gpx>',
    '<trk>',
    '</trk>',
    '<trkseg>',
    '</trkseg>',
    point,
    '<trkpt lat="x" lon="">',
    '<time>',
    '</time>',
    '</trkpt>',
    '<constructor>',
    '</constructor>',
  )
  const inside = text.map((body) => `<gpx><trk><trkseg>${body}</trkseg></trk></gpx>`)
  const property = fc.asyncProperty(
    fc.oneof(text, inside),
    fc.integer({ min: 1, max: 40 }),
    async (file, size) => {
      const [inBits, whole] = [inPieces(file, size), inPieces(file, 1_000_000)]
      const [piecewise, atOnce] = [await rowsOf(readGpxHistory(inBits)), await rowsOf(readGpxHistory(whole))]
      if (atOnce !== 'refused' && piecewise !== 'refused') {
        expect(piecewise.length).toBe(atOnce.length)
        for (const row of atOnce) expect(row).toSatisfy((one: object) => 'location' in one !== 'fault' in one)
      }
    },
  )
  await fc.assert(property, parameters)
})

test('a table gives rows or faults, whatever its format', async () => {
  const header = fc.constantFrom(
    'dateTime,latitude,longitude\n',
    'time;lat;lon\n',
    'time\tlat\tlon\n',
    'COPY public.positions (time, lat, lon) FROM stdin;\n',
    'constructor,latitude,longitude,datetime\n',
    '__proto__,latitude,longitude,datetime\n',
  )
  const body = soup(
    '2026-01-01T00:00:00Z',
    '2026-02-30 24:61',
    '1,2',
    '41.5',
    '\t',
    ',',
    ';',
    '"',
    '\n',
    '\r\n',
    '\\N',
    '\\.',
    '\uFEFF',
  )
  const zone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/Havana')
  const property = fc.asyncProperty(fc.option(header), body, zone, async (first, rest, timeZone) => {
    const rows = await rowsOf(readCsvHistory(readTables(inPieces((first ?? '') + rest, 50)), timeZone))
    if (rows === 'refused') return
    for (const row of rows) expect(row).toSatisfy((one: object) => 'location' in one !== 'fault' in one)
  })
  await fc.assert(property, parameters)
})

test('a cell of an export never begins a formula, and round-trips', () => {
  const property = fc.property(
    fc.oneof(anyText, fc.constantFrom('=1+1', '@x', '+1', '-1', '\t=1'), json),
    (value) => {
      const cell = csvCell(value)
      const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      if (typeof value !== 'number') expect(bare).not.toMatch(/^[=+\-@\t\r\0]/)
      expect(cell.replace(/"(?:[^"]|"")*"/g, '')).not.toMatch(/["\n\r,]/)
    },
  )
  fc.assert(property, parameters)
})

test('a name in an exported track never breaks its XML', () => {
  const property = fc.property(anyText, (name) => {
    for (const { extension, begin, end } of formats) {
      if (extension !== 'gpx' && extension !== 'kml') continue
      expect(begin(name) + end()).toSatisfy(isWellFormed)
    }
  })
  fc.assert(property, parameters)
})

test('any Accept header is accepted', () => {
  const accept = soup('text/html', 'application/json', '*/*', ';q=', '0.5', ',', ' ')
  fc.assert(
    fc.property(accept, (text) => typeof prefersHtml(text) === 'boolean'),
    parameters,
  )
})

/** Allowed by XML 1.0, section 2.2, and each element closed. */
function isWellFormed(text: string): boolean {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text.toWellFormed())) return false
  const open: string[] = []
  for (const [, close, name = '', empty] of text.matchAll(/<(\/?)([a-zA-Z:]+)[^>]*?(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) return false
    } else if (!empty) open.push(name)
  }
  return open.length === 0
}
