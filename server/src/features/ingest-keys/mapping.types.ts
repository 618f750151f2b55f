// A mapping: expressions that read locations out of the JSON of any sender.

/** The fields of a location that a mapping can fill, under the names and in the units of the API. */
export const numberRanges = {
  altitude: [-12_000, 100_000],
  speed: [0, 900],
  course: [0, 360],
  accuracy: [0, 1_000_000],
  satellites: [0, 200],
  hdop: [0, 1_000],
  battery: [0, 100],
  batteryVoltage: [0, 1_000],
  powerVoltage: [0, 1_000],
  fuel: [0, 100],
  temperature: [-273.15, 10_000],
  temperature2: [-273.15, 10_000],
  humidity: [0, 100],
  rpm: [0, 100_000],
  mileage: [0, 4_000_000],
} as const
export type NumberField = keyof typeof numberRanges
export const numberFields = Object.keys(numberRanges) as NumberField[]
export const booleanFields = ['valid', 'ignition', 'moving'] as const
export const fieldNames = [
  'identifier',
  'dateTime',
  'latitude',
  'longitude',
  ...numberFields,
  ...booleanFields,
  'alerts',
] as const

export type BooleanField = (typeof booleanFields)[number]
export type FieldName = (typeof fieldNames)[number]

/** An expression for each field. A missing one is unknown. */
export type Mapping = {
  /** The list of items. Without it the body is the item, or each element if the body is a list. */
  items?: string
  identifier: string
  attributes?: Record<string, string>
} & Partial<Record<FieldName, string>>

export type MappedLocation = {
  identifier: string
  dateTime?: string
  latitude?: number
  longitude?: number
  alerts?: string[]
  attributes?: Record<string, string | number | boolean>
} & Partial<Record<NumberField, number>> &
  Partial<Record<BooleanField, boolean>>

/** Why an item, or everything, could not be read. */
export interface MappingFault {
  /** Counts from 0; absent if no item is concerned. */
  item?: number
  /** A field, `items`, `attributes.<name>`, or `payload`. */
  field: string
  message: string
  /** Where in the expression. */
  start?: number
  end?: number
}

/** What a sender posted. */
export interface MappingInput {
  body: string
  /** Of the URL. */
  query: Record<string, string>
  /** Of a message that was published to a broker, after the id of the key; otherwise empty. */
  topic: string
  isForm: boolean
}

export interface MappingResult {
  locations: MappedLocation[]
  faults: MappingFault[]
}
