import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'

export const maxSteps = 10
export const maxContacts = 20
const maxMinutes = 1_440
const Id = Type.String({ maxLength: 64 })

const stepFields = {
  afterMinutes: Type.Integer({
    minimum: 0,
    maximum: maxMinutes,
    description: 'Minutes after the alert, or after the last round of the step before.',
  }),
  contacts: Type.Array(Id, { maxItems: maxContacts, description: 'The contacts to notify.' }),
  onCall: Type.Union([Id, Type.Null()], {
    description: 'The on-call schedule whose contacts are notified as well.',
  }),
  repeat: Type.Integer({
    minimum: 0,
    maximum: 5,
    description: 'How many times more the step notifies. Default: 0.',
  }),
  repeatMinutes: Type.Integer({
    minimum: 1,
    maximum: maxMinutes,
    description: 'Minutes between repetitions. Default: 5.',
  }),
}
export const StepView = Type.Object(stepFields)
const StepBody = Type.Object(
  {
    afterMinutes: stepFields.afterMinutes,
    contacts: Type.Optional(stepFields.contacts),
    onCall: Type.Optional(stepFields.onCall),
    repeat: Type.Optional(stepFields.repeat),
    repeatMinutes: Type.Optional(stepFields.repeatMinutes),
  },
  { additionalProperties: false },
)
const defaultFor = Type.Array(Type.Enum(['info', 'warning', 'critical']), {
  maxItems: 3,
  uniqueItems: true,
  description:
    'Severities whose alerts it is for, unless their rule names another policy or none. A severity has at most one default.',
})

export const PolicyBody = Type.Object(
  {
    name: nameText({ description: 'Unique in the account.' }),
    steps: Type.Array(StepBody, { minItems: 1, maxItems: maxSteps }),
    defaultFor: Type.Optional(defaultFor),
  },
  { additionalProperties: false },
)

export const policyFields = {
  id: Type.String({ examples: ['esc_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  name: nameText({ description: 'Unique in the account.' }),
  steps: Type.Array(StepView, { description: 'Without contacts and schedules that were deleted.' }),
  defaultFor,
  createdAt: Type.String({ format: 'date-time' }),
  modifiedAt: Type.String({ format: 'date-time' }),
}
export const PolicyView = Type.Object(policyFields, { $id: 'EscalationPolicy', title: 'EscalationPolicy' })

export const PolicyPath = Type.Object({ policyId: Type.String({ maxLength: 64 }) })
export const PolicyQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
)
