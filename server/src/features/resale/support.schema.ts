import { Type } from 'typebox'
import { nameText } from '../../platform/http/text.ts'
import { supportStates } from '../support/support.types.ts'
import { accessText, orNull, sessionFields, time } from '../support/support-view.api.ts'

const accountId = Type.String({ pattern: '^acc_[0-9A-Za-z]{22}$' })

export const RequestView = Type.Object(
  {
    ...sessionFields,
    accountId,
    accountName: Type.String(),
    access: accessText('What was asked for; after the approval, what was approved.'),
    state: Type.Enum([...supportStates], { type: 'string' }),
    expiresAt: orNull(time('End of the session; of a request: until when it can be approved.')),
  },
  { $id: 'SupportRequest', title: 'Support session in an account of a reseller' },
)

export const RequestPath = Type.Object({ supportSessionId: sessionFields.id })
export const RequestBody = Type.Object(
  {
    accountId,
    reason: nameText({ maxLength: 500, description: 'Shown to the administrators of the account.' }),
    access: Type.Optional(accessText('Default: `read`.')),
    minutes: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 480, description: 'From the approval on. Default: 30.' }),
    ),
  },
  { additionalProperties: false },
)
