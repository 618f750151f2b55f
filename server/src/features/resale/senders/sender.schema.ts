import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { ResellerView } from '../resale.schema.ts'
import { dnsFaults, emailSenderStates, smsSenderStates } from './sender.types.ts'

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) })

/** A plain address: no quotes, no address literal, a domain in ASCII. */
const addressPattern =
  '^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@(?=.{4,200}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$'
/** As GSM networks show it: up to 11 characters with a letter, or a number. */
const smsPattern = '^(\\+?[0-9]{3,15}|(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ._&-]{0,9}[A-Za-z0-9])$'
const smsSender = Type.String({
  pattern: smsPattern,
  examples: ['AlphaGPS'],
  description:
    'At most 11 letters, digits, spaces and `. _ & -`, with a letter; or a number of 3 to 15 digits.',
})
const reason = Type.String({ minLength: 1, maxLength: 300, pattern: '^[^\\p{Cc}\\p{Cf}]*$' })

export const EmailSenderBody = Type.Object(
  {
    address: Type.String({
      maxLength: 254,
      pattern: addressPattern,
      examples: ['alerts@alpha.example'],
      description: 'Of your own domain.',
    }),
  },
  { additionalProperties: false },
)
export const SmsSenderBody = Type.Object({ sender: smsSender }, { additionalProperties: false })
export const ApproveBody = Type.Object(
  { sender: Type.String({ maxLength: 16, description: 'As it was read: another one is not approved.' }) },
  { additionalProperties: false },
)
export const RefuseBody = Type.Object(
  {
    sender: Type.String({ maxLength: 16, description: 'As it was read.' }),
    reason: Type.Optional(reason),
  },
  { additionalProperties: false },
)

const DnsRecordView = Type.Object({
  type: Type.Enum(['TXT'], { type: 'string' }),
  name: Type.String({ description: 'Of the record, with the domain.' }),
  value: Type.String(),
  isRequired: Type.Boolean({ description: 'False for advice: e-mails leave without it.' }),
})

export const EmailSenderView = Type.Object(
  {
    address: Type.String(),
    state: Type.Enum([...emailSenderStates], {
      type: 'string',
      description:
        '`pending`: never found in DNS. `verified`: e-mails leave with this address, signed. `withdrawn`: the record is gone, and e-mails leave with the address of the platform.',
    }),
    fault: orNull(
      Type.Enum([...dnsFaults], {
        type: 'string',
        description:
          'Of the DKIM record: `missing`, `different` (another key), `several` (there must be one), `testing` (marked with t=y), or `unreachable` (DNS has not answered).',
      }),
    ),
    hasDmarc: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the domain has a DMARC record. Null until it is known.',
    }),
    records: Type.Array(DnsRecordView, { description: 'What to publish in DNS.' }),
    checkedAt: orNull(time('When DNS gave the last answer.')),
    verifiedAt: orNull(time()),
    updatedAt: time(),
  },
  { $id: 'EmailSender', title: 'Sender of e-mails' },
)

const smsFields = {
  sender: Type.String(),
  state: Type.Enum([...smsSenderStates], {
    type: 'string',
    description: 'It is used once the platform has approved it.',
  }),
  reason: orNull(Type.String({ description: 'Why it was refused.' })),
  requestedAt: time(),
  decidedAt: orNull(time()),
}
export const SmsSenderView = Type.Object(smsFields, { $id: 'SmsSender', title: 'Sender of SMS' })
export const ListedSmsSenderView = Type.Object(
  { ...smsFields, resellerId: ResellerView.properties.id, resellerName: Type.String() },
  { $id: 'ListedSmsSender', title: 'Sender of SMS of a reseller' },
)
