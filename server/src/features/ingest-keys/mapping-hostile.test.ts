// A thousand hostile expressions: each ends within its bound, whatever it computes, and the event loop stays free.

import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { laneSeed } from '../../../../scripts/lane.ts'
import { hostileExpressions } from '../../../test/hostile-expressions.ts'
import { CallerError } from '../../platform/http/errors.ts'
import type { Mappings } from './mapping.api.ts'
import { createMappings } from './mapping.api.ts'
import type { Mapping, MappingInput } from './mapping.types.ts'
import { checkMapping } from './mapping-evaluation.ts'

const count = 1_000
const atOnce = 50
const mappings = createMappings()
afterAll(() => mappings.stop())

const names = fc.constantFrom(
  'item',
  'body',
  'query',
  'topic',
  'item.list',
  'item.text',
  'item.missing',
  'x',
  'y',
  '__proto__',
)
const texts = fc.constantFrom(
  '""',
  '"a"',
  '"\\u0000"',
  '"constructor"',
  '"-23.5,-46.6"',
  '"((((a+)+)+)+$"',
  '"1e999"',
)
const numbers = fc.constantFrom('0', '-1', '9223372036854775807', '1e308', '0.0', '18446744073709551615u')
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression')
  const call = fc.constantFrom(
    'size',
    'int',
    'double',
    'string',
    'kmh',
    'timestamp',
    'duration',
    'dyn',
    'number',
  )
  const method = fc.constantFrom(
    'split',
    'indexOf',
    'contains',
    'matches',
    'substring',
    'startsWith',
    'repeat',
  )
  const sign = fc.constantFrom('+', '-', '*', '/', '%', '==', '<', '&&', 'in', '?:')
  return {
    expression: fc.oneof(
      { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
      names,
      texts,
      numbers,
      fc.tuple(inner, inner).map(([list, body]) => `${list}.map(x, ${body})`),
      fc.tuple(inner, inner).map(([list, body]) => `item.list.map(x, item.list.map(y, ${body} == ${list}))`),
      fc.tuple(inner, inner).map(([list, body]) => `${list}.filter(y, ${body})`),
      fc.tuple(call, inner).map(([name, value]) => `${name}(${value})`),
      fc.tuple(inner, method, inner).map(([value, name, other]) => `${value}.${name}(${other})`),
      fc
        .tuple(inner, sign, inner)
        .map(([a, by, b]) => (by === '?:' ? `${a} ? ${b} : ${a}` : `(${a} ${by} ${b})`)),
      fc.array(inner, { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      inner.map((value) => `{"a": ${value}, "b": item}`),
      inner.map((value) => `item[${value}]`),
    ),
  }
})

function inputOf(size: number): MappingInput {
  const list = Array.from({ length: size }, (_, index) => index)
  return {
    body: JSON.stringify({ id: 'a', text: 'a'.repeat(size), list }),
    query: {},
    topic: '',
    isForm: false,
  }
}

/** `ended`: with locations or faults. `limited`: its thread was ended. */
async function outcomeOf(
  accountId: number,
  mapping: Mapping,
  input: MappingInput,
  by: Mappings = mappings,
): Promise<'ended' | 'limited' | 'refused'> {
  try {
    await by.evaluate(accountId, mapping, input)
    return 'ended'
  } catch (error) {
    if (!(error instanceof CallerError)) throw error
    return error.code === 'mappings.too_long' ? 'limited' : 'refused'
  }
}

test('a thousand hostile expressions end, and leave the event loop alone', async () => {
  const sizes = fc.constantFrom(0, 3, 30, 300)
  const cases = fc.sample(fc.tuple(expression, sizes), { numRuns: count, seed: laneSeed })
  const began = process.threadCpuUsage()
  const outcomes: string[] = []
  let evaluated = 0
  for (let from = 0; from < count; from += atOnce) {
    const some = cases.slice(from, from + atOnce).map(async ([text, size], nth) => {
      const mapping = { identifier: 'item.id', attributes: { found: text } }
      if (checkMapping(mapping).length > 0) return 'not allowed'
      evaluated += 1
      return outcomeOf(from + nth, mapping, inputOf(size))
    })
    outcomes.push(...(await Promise.all(some)))
  }
  const { user, system } = process.threadCpuUsage(began)
  expect(outcomes).toHaveLength(count)
  expect(outcomes).not.toContain('refused')
  expect(evaluated).toBeGreaterThan(count / 4)
  expect((user + system) / 1_000 / count).toBeLessThan(20)
})

const kinds = Object.entries(hostileExpressions)

test('of each kind, altogether more than a thousand', () => {
  expect(kinds.flatMap(([, texts]) => texts).length).toBeGreaterThan(count)
})

/** Of the event loop, to find out whether an expression is allowed. */
const maxCheckMs = 50

test.each(kinds)('%s: each is refused at once, or ends within the limits', async (_, texts) => {
  const own = createMappings()
  const input = inputOf(100)
  let slowestMs = 0
  const outcomes = new Map<string, number>()
  for (const [nth, text] of texts.entries()) {
    const mapping = { identifier: 'item.id', attributes: { found: text } }
    const began = process.threadCpuUsage()
    const isAllowed = checkMapping(mapping).length === 0
    const { user, system } = process.threadCpuUsage(began)
    slowestMs = Math.max(slowestMs, (user + system) / 1_000)
    const outcome = isAllowed ? await outcomeOf(nth, mapping, input, own) : 'not allowed'
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  own.stop()
  expect(outcomes.get('refused')).toBe(undefined)
  expect(slowestMs).toBeLessThan(maxCheckMs)
})

test('no pattern is allowed that could backtrack', () => {
  const allowed = hostileExpressions.patterns!.filter(
    (text) => checkMapping({ identifier: 'item.id', attributes: { found: text } }).length === 0,
  )
  // A separator is a text, not a pattern.
  expect(allowed.every((text) => text.startsWith('item.text.split('))).toBe(true)
})

const large = inputOf(20_000)
/** More than both threads would take. */
const goesOnForMs = 4_000
const endless: [what: string, text: string][] = [
  ['lists within lists', 'item.list.map(x, item.list.map(y, x * y))'],
  [
    'comparisons of all with all',
    'item.list.all(x, item.list.exists(y, y < 0 || x >= 0 && y == -1) || true)',
  ],
  ['texts that grow', 'item.list.map(x, item.list.map(y, item.text + item.text + string(x) + string(y)))'],
]

test.each(endless)('%s are ended by their thread’s limit', async (_, text) => {
  const own = createMappings()
  const mapping = { identifier: 'item.id', attributes: { found: text } }
  expect(checkMapping(mapping)).toEqual([])
  expect(await outcomeOf(1, mapping, large, own)).toBe('limited')
  own.stop()
})

test('without its limit, an endless expression goes on', async () => {
  const unlimited = { quickMs: 2 ** 31 - 1, maxMs: 2 ** 31 - 1 }
  const own = createMappings(unlimited)
  // One that needs no memory: that has a limit of its own.
  const mapping = { identifier: 'item.id', attributes: { found: endless[1]![1] } }
  const evaluation = outcomeOf(1, mapping, large, own)
  expect(await Promise.race([evaluation, sleep(goesOnForMs, 'goes on')])).toBe('goes on')
  own.stop()
  expect(await evaluation).toBe('refused')
})

test('an account with endless expressions uses up its own time, and delays no other', async () => {
  const own = createMappings()
  const mapping = { identifier: 'item.id', attributes: { found: endless[0]![1] } }
  const harmless = { identifier: 'item.id' }
  const attack = Array.from({ length: 40 }, () => outcomeOf(1, mapping, large, own))
  for (let turn = 0; turn < 20; turn += 1) expect(await outcomeOf(2, harmless, inputOf(3), own)).toBe('ended')
  const outcomes = await Promise.all(attack)
  expect(outcomes).not.toContain('ended')
  expect(outcomes).toContain('refused')
  own.stop()
})
