// Turns the errors of Ajv into messages: one per fault, with the allowed values.

import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Fault } from './errors.ts'
import { namePattern, phonePattern } from './text.ts'

export const maxFaults = 50
export const unknownField = 'is not a known field'

/** Equal errors are reported once. */
export function toFaults(errors: ErrorObject[]): Fault[] {
  const faults = new Map<string, Fault>()
  for (const error of errors) {
    if (error.keyword === 'if' || error.propertyName !== undefined) continue
    const fault = toFault(error)
    faults.set(`${fault.path} ${fault.message}`, fault)
    if (faults.size === maxFaults) break
  }
  return [...faults.values()]
}

function toFault({ instancePath, keyword, params, message }: ErrorObject): Fault {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const inner = (name: string) => (path ? `${path}.${name}` : name)
  switch (keyword) {
    case 'required':
      return { path: inner(params.missingProperty), message: 'is required' }
    case 'additionalProperties':
      return { path: inner(params.additionalProperty), message: unknownField }
    case 'propertyNames':
      return { path: inner(params.propertyName), message: 'is not a valid name' }
    case 'enum':
      return { path, message: `must be one of ${params.allowedValues.join(', ')}` }
    case 'const':
      return { path, message: `must be ${JSON.stringify(params.allowedValue)}` }
    case 'type':
      return { path, message: `must be ${[params.type].flat().join(' or ')}` }
    case 'format':
      return { path, message: formatFaults[params.format] ?? `must be a valid ${params.format}` }
    default:
      return {
        path,
        message: patternFault(params.pattern) ?? (message ?? 'is not valid').replace('NOT', 'not'),
      }
  }
}

function patternFault(pattern: unknown): string | undefined {
  const [, values] = /^\^\(([\w|-]+)\)\$$/.exec(String(pattern)) ?? []
  return values ? `must be one of ${values.replaceAll('|', ', ')}` : patternFaults[String(pattern)]
}

const patternFaults: Record<string, string> = {
  [namePattern]: 'must have a visible character, and no line break or control character',
  [phonePattern]: 'must be a phone number, like +34 600 123 456',
}

const formatFaults: Record<string, string> = {
  country: 'must be a two-letter country code (ISO 3166-1), like ES',
  'time-zone': 'must be an IANA time zone, like Europe/Madrid',
  since: 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z, or an event cursor',
  'date-time': 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z',
  date: 'must be a date, like 2026-11-15',
}
