// Lists that programs need at run time and the server decides, for the SDK: enums of the OpenAPI document, and the
// commands that each protocol can encode.

import type { SocketProtocol, TypedCommand } from '@rastro/protocols'
import { socketProtocols } from '@rastro/protocols'

interface Schema {
  enum?: string[]
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

interface Description {
  components: { schemas: Record<string, Schema> }
}

const lineWidth = 110
const maxOutputs = 8
/** A model with every ability of its protocol; without one, all models of the protocol are alike. */
const ableModels: Record<string, string> = { teltonika: 'FMB920' }

export function describeConstants(openapi: object): string {
  const { schemas } = (openapi as Description).components
  const commandTypes = valuesOf(schemas.Command, 'type')
  const abilities = socketProtocols
    .map((protocol) => ({ name: protocol.name, ...abilitiesOf(protocol, commandTypes) }))
    .filter(({ types }) => types.length > 0)
  return [
    '// Made by `npm run generate`. Do not edit.',
    '',
    constant('privileges', valuesOf(schemas.User, 'privileges')),
    constant('vehicleTypes', valuesOf(schemas.Device, 'vehicleType')),
    constant('ruleTypes', valuesOf(schemas.AlertRule, 'type')),
    constant('shareFields', valuesOf(schemas.Share, 'fields')),
    constant('tripProfiles', valuesOf(schemas.TripSettings, 'profile')),
    ...describeTripSettings(schemas.TripSettings?.properties ?? {}),
    ...describeEventTypes(valuesOf(schemas.Webhook, 'events')),
    constant('commandTypes', commandTypes),
    '/** By protocol: the command types that some model takes, and the number of outputs. Other protocols take none. */',
    'export const commandAbilities = {',
    ...abilities.map(
      ({ name, types, outputs }) =>
        `  ${/^\w+$/.test(name) ? name : quote(name)}: { types: [${types.map(quote).join(', ')}], outputs: ${outputs} },`,
    ),
    '} as const',
    '',
  ].join('\n')
}

function valuesOf(schema: Schema | undefined, property: string): string[] {
  const wanted = schema?.properties?.[property]
  const { enum: values, anyOf = [] } = wanted?.items ?? wanted ?? {}
  const found = values ?? anyOf.flatMap((one) => one.enum ?? [])
  if (found.length === 0) throw new Error(`the OpenAPI document has no values for "${property}"`)
  return found
}

/** Nullable ones have their range or choices in a branch. */
function describeTripSettings(properties: Record<string, Schema>): string[] {
  const { profile: _, ...settings } = properties
  const branches = Object.entries(settings).flatMap(([name, schema]) =>
    [schema, ...(schema.anyOf ?? [])].map((branch) => ({ name, ...branch })),
  )
  return [
    'export const tripSettingChoices = {',
    ...branches.flatMap(({ name, enum: values }) =>
      values ? `  ${name}: [${values.map(quote).join(', ')}],` : [],
    ),
    '} as const',
    'export const tripSettingRanges = {',
    ...branches.flatMap(({ name, minimum, maximum }) =>
      minimum === undefined ? [] : `  ${name}: { min: ${minimum}, max: ${maximum} },`,
    ),
    '} as const',
  ]
}

/** By kind. A webhook may name a kind too, which has no dot; locations are of one type. */
function describeEventTypes(choices: string[]): string[] {
  const kinds = choices.filter((choice) => !choice.includes('.'))
  return [
    'export const eventTypes = {',
    ...kinds.map((kind) => {
      const types = choices.filter((choice) => choice.startsWith(`${kind}.`))
      return property(kind, types.length > 0 ? types : [kind])
    }),
    '} as const',
    'export type EventKind = keyof typeof eventTypes',
    'export const eventKinds = Object.keys(eventTypes) as EventKind[]',
  ]
}

function abilitiesOf(protocol: SocketProtocol, types: string[]): { types: string[]; outputs: number } {
  const { command, commandText } = protocol.encode
  if (!command) return { types: [], outputs: 0 }
  const model = ableModels[protocol.name]
  const can = (typed: TypedCommand) => commandText?.(typed, model ? { model } : {}) !== undefined
  const numbers = Array.from({ length: maxOutputs }, (_, index) => index + 1)
  const outputs = numbers.filter((output) => can({ type: 'output', output, on: true })).length
  const isAble: Record<string, boolean> = {
    position: can({ type: 'position' }),
    interval: can({ type: 'interval', seconds: 60 }),
    output: outputs > 0,
    reboot: can({ type: 'reboot' }),
    raw: true,
  }
  return { types: types.filter((type) => isAble[type]), outputs }
}

function constant(name: string, values: string[]): string {
  const short = `export const ${name} = [${values.map(quote).join(', ')}] as const`
  if (short.length <= lineWidth) return short
  return [`export const ${name} = [`, ...values.map((value) => `  ${quote(value)},`), '] as const'].join('\n')
}

function property(name: string, values: string[]): string {
  const short = `  ${name}: [${values.map(quote).join(', ')}],`
  if (short.length <= lineWidth) return short
  return [`  ${name}: [`, ...values.map((value) => `    ${quote(value)},`), '  ],'].join('\n')
}

function quote(value: string): string {
  return `'${value}'`
}
