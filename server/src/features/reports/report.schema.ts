import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { languages } from '../../platform/http/accept-language.ts'
import { unitSystems } from '../../platform/http/preferences.ts'
import { cellTypes } from './document.types.ts'
import {
  csvDialects,
  dayValueNames,
  groupings,
  reportFormats,
  reportTypes,
  runStates,
  weekdays,
} from './report.types.ts'

const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})
const choice = <T extends string>(values: readonly T[], description?: string) =>
  Type.Enum([...values], { type: 'string', ...(description && { description }) })
const date = (description: string) => Type.String({ format: 'date', description })
const time = Type.String({ format: 'date-time' })
const timeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: ['07:00'] })
const ids = (description: string) =>
  Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1_000, uniqueItems: true, description })

const Column = Type.Object({
  key: Type.String(),
  title: Type.String({ description: 'In the language of the request.' }),
  type: choice(
    cellTypes,
    'Distances are metres, durations seconds, speeds metres per second, shares from 0 to 1, instants milliseconds.',
  ),
})

export const ReportTypeView = Type.Object(
  {
    report: choice(reportTypes),
    title: Type.String({ description: 'In the language of the request.' }),
    description: Type.String(),
    columns: Type.Array(Column),
    defaultColumns: Type.Array(Type.String()),
    groupings: Type.Array(choice(groupings), { description: 'The first one is the default.' }),
    maxDays: Type.Integer(),
  },
  { $id: 'ReportType', title: 'Report type' },
)

const celsius = (which: string) =>
  Type.Optional(
    Type.Number({
      minimum: -273.15,
      maximum: 1_000,
      description: `${which} end of the range of the report \`temperature\`, in °C: the time outside it is counted.`,
    }),
  )

const requestFields = {
  report: choice(reportTypes),
  from: date('First day, in the time zone of the account.'),
  to: date('Last day.'),
  deviceIds: Type.Optional(ids('Only these devices.')),
  groupIds: Type.Optional(ids('Only devices in these groups.')),
  groupBy: Type.Optional(choice(groupings)),
  columns: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      minItems: 1,
      maxItems: 40,
      uniqueItems: true,
      description: 'In this order.',
    }),
  ),
  dayValue: Type.Optional(
    choice(dayValueNames, 'What the cells of the report `days` contain. The default is `distance`.'),
  ),
  plannedHoursPerDay: Type.Optional(
    Type.Number({
      minimum: 0.5,
      maximum: 24,
      description: 'Of the report `engineHours`: what its use is compared with. The default is 8.',
    }),
  ),
  workingHours: Type.Optional(
    Type.Object(
      {
        days: Type.Array(choice(weekdays), { minItems: 1, maxItems: 7, uniqueItems: true }),
        from: timeOfDay('Start.'),
        to: timeOfDay('End; on the next day if it is not after the start.'),
      },
      {
        additionalProperties: false,
        description:
          'Of the report `workTime`, in the time zone of the account. The default is Monday to Friday, 07:00 to 19:00.',
      },
    ),
  ),
  minTemperature: celsius('Lower'),
  maxTemperature: celsius('Upper'),
  language: Type.Optional(choice(languages, 'The default is the language of the request.')),
  units: Type.Optional(choice(unitSystems, 'The default is `metric`.')),
}

export const PreviewBody = Type.Object(
  {
    ...requestFields,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'Rows. The default is 200.' }),
    ),
  },
  { additionalProperties: false },
)

export const RunBody = Type.Object(
  {
    ...requestFields,
    format: choice(reportFormats),
    dialect: Type.Optional(
      choice(
        csvDialects,
        'Of CSV. `excel`, the default, is what a spreadsheet of the language opens; `rfc` has commas and points.',
      ),
    ),
  },
  { additionalProperties: false },
)

export const PreviewView = Type.Object(
  {
    title: Type.String(),
    facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
    columns: Type.Array(Column),
    rows: Type.Array(
      Type.Object({
        type: choice(['row', 'group', 'subtotal', 'total'] as const),
        cells: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Null()])),
        path: Type.Optional(Type.String({ description: 'In the web interface.' })),
      }),
    ),
    footnotes: Type.Array(Type.String()),
    isComplete: Type.Boolean({ description: 'False if there are more rows than `limit`.' }),
  },
  { $id: 'ReportPreview', title: 'Report preview' },
)

export const RunView = Type.Object(
  {
    id: Type.String({ examples: ['rpt_2iVb7Qe0x1Jm5Zt8Kc3WnY'] }),
    state: choice(runStates, '`done`: the file can be downloaded, until `expiresAt`.'),
    request: Type.Object({ ...RunBody.properties }, { description: 'What was requested, with defaults.' }),
    title: Type.String(),
    requestedBy: Type.String({ description: 'Id of the user.' }),
    requestedAt: time,
    startedAt: orNull(time),
    finishedAt: orNull(time),
    expiresAt: orNull(time),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    rows: orNull(Type.Integer()),
    bytes: orNull(Type.Integer()),
    sha256: orNull(Type.String({ description: 'Of the file, in hex.' })),
    fileName: orNull(Type.String()),
    dataVersion: orNull(
      Type.Integer(),
      'Number of the newest correction of trips that the report contains; see `differences`.',
    ),
    failure: orNull(Type.String(), 'Why it failed.'),
  },
  { $id: 'ReportRun', title: 'Report run' },
)

export const DifferenceView = Type.Object(
  {
    deviceId: Type.String(),
    segmentId: Type.String({ description: 'Id of the trip, stop or gap.' }),
    correctedAt: time,
    cause: Type.String(),
    version: Type.Integer(),
    before: Type.Unknown(),
    after: Type.Unknown({ description: 'Null if it was withdrawn.' }),
  },
  { $id: 'ReportDifference', title: 'Report difference' },
)

export const RunPath = Type.Object({ runId: Type.String({ maxLength: 64 }) })
