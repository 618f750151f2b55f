// The language of mappings: CEL, with the functions that are listed here and no others, so that an expression ends and
// can reach nothing but the payload.

import type { ParseResult } from '@marcbachmann/cel-js'
import { Environment } from '@marcbachmann/cel-js'

const limits = {
  maxAstNodes: 200,
  maxDepth: 20,
  maxListElements: 50,
  maxMapEntries: 50,
  maxCallArguments: 8,
}
/** Macros within macros multiply: two are enough for lists of lists. */
const maxNestedMacros = 2

const macros = new Set(['map', 'filter', 'exists', 'exists_one', 'all'])
/** Without regular expressions and bytes: both can take much time or memory for a short text. */
const functions = new Set([
  ...macros,
  ...['has', 'size', 'int', 'double', 'string', 'bool', 'timestamp', 'duration', 'dyn', 'type'],
  ...['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'split', 'trim'],
  ...['lowerAscii', 'upperAscii', 'orValue', 'or', 'hasValue', 'value'],
  ...['kmh', 'knots', 'mph', 'feet', 'miles', 'degreesMinutes', 'number', 'localTime'],
])

export class LanguageError extends Error {
  override name = 'LanguageError'
  readonly code = 'not_allowed'
  readonly range: { start: number; end: number } | undefined
  get summary(): string {
    return this.message
  }
  constructor(message: string, range?: { start: number; end: number }) {
    super(message)
    this.range = range
  }
}

/** Throws if the expression is not part of the language. */
export function parseExpression(text: string): ParseResult {
  const parsed = environment.parse(text)
  requireAllowed(parsed.ast, 0)
  return parsed
}

interface Node {
  op: string
  args: unknown
  start?: number
  end?: number
}

function requireAllowed(node: unknown, nested: number): void {
  if (Array.isArray(node)) {
    for (const one of node) requireAllowed(one, nested)
    return
  }
  if (!isNode(node)) return
  const name = node.op === 'call' || node.op === 'rcall' ? String((node.args as unknown[])[0]) : undefined
  const range = { start: node.start ?? 0, end: node.end ?? 0 }
  if (name !== undefined && !functions.has(name)) throw new LanguageError(`No such function: ${name}`, range)
  const within = name !== undefined && macros.has(name) ? nested + 1 : nested
  if (within > maxNestedMacros)
    throw new LanguageError(`At most ${maxNestedMacros} lists within each other`, range)
  requireAllowed(node.args, within)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}

function createEnvironment(): Environment {
  const made = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits,
  })
    .registerVariable('body', 'dyn')
    .registerVariable('item', 'dyn')
    .registerVariable('query', 'dyn')
    .registerVariable('topic', 'string')
  // Numbers of JSON are doubles: without these, `item.speed * 2` would need `2.0`.
  for (const [left, right] of [
    ['double', 'int'],
    ['int', 'double'],
  ] as const) {
    for (const [sign, compute] of Object.entries(arithmetic)) {
      made.registerOperator(`${left} ${sign} ${right}`, (a: number | bigint, b: number | bigint) =>
        compute(Number(a), Number(b)),
      )
    }
  }
  made.registerFunction('number(dyn): double', numberIn)
  for (const [name, factor] of Object.entries(factors)) {
    made.registerFunction(`${name}(dyn): double`, (value: unknown) => numberIn(value) * factor)
  }
  made.registerFunction('degreesMinutes(dyn, string): double', degreesMinutes)
  made.registerFunction('localTime(string, double): string', localTime)
  made.registerFunction('localTime(string, int): string', localTime)
  return made
}

const arithmetic: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

/** To metres per second, metres, and kilometres. */
const factors: Record<string, number> = {
  kmh: 1 / 3.6,
  knots: 1852 / 3600,
  mph: 1609.344 / 3600,
  feet: 0.3048,
  miles: 1.609344,
}

/** What is not a number becomes NaN, which is a fault of the field. */
function numberIn(value: unknown): number {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

/** NMEA: 2333.0312, "S" is -23.55052. */
function degreesMinutes(value: unknown, hemisphere: unknown): number {
  const number = numberIn(value)
  const degrees = Math.trunc(number / 100)
  const absolute = degrees + (number - degrees * 100) / 60
  return /^[SW]$/i.test(String(hemisphere)) ? -absolute : absolute
}

/** A time without a zone, and the zone's distance from UTC in hours. */
function localTime(text: unknown, offsetHours: unknown): string {
  const at = new Date(`${String(text).trim().replace(' ', 'T')}Z`)
  const atMs = at.getTime() - Number(offsetHours) * 3_600_000
  return Math.abs(atMs) <= 8.64e15 ? new Date(atMs).toISOString() : ''
}

const environment = createEnvironment()
