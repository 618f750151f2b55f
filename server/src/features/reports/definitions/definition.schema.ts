import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../../platform/http/paging.ts'
import { nameText } from '../../../platform/http/text.ts'
import { RunBody } from '../report.schema.ts'

const instant = Type.String({ format: 'date-time' })
const fields = {
  name: nameText(),
  request: Type.Object(
    { ...RunBody.properties },
    { additionalProperties: false, description: 'As for a report run.' },
  ),
}

export const DefinitionBody = Type.Object(fields, { additionalProperties: false })

export const definitionFields = {
  id: Type.String({ examples: ['rdf_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  userId: Type.Union([Type.String(), Type.Null()], {
    description: 'The user who created it. Null if deleted.',
  }),
  createdAt: instant,
  modifiedAt: instant,
}
export const DefinitionView = Type.Object(definitionFields, {
  $id: 'ReportDefinition',
  title: 'Saved report',
})

export const DefinitionPath = Type.Object({ definitionId: Type.String({ maxLength: 64 }) })
export const DefinitionQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
