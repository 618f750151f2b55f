import { Type } from 'typebox'
import { Cursor, Limit } from '../../platform/http/paging.ts'
import { supportModes, supportStates } from './support.types.ts'
import { accessText, orNull, sessionFields, time } from './support-view.api.ts'

export const SupportSessionView = Type.Object(
  {
    ...sessionFields,
    access: accessText('What was asked for; after the approval, what was approved.'),
    state: Type.Enum([...supportStates], { type: 'string' }),
    expiresAt: time('End of the session; of a request: until when it can be approved.'),
    answeredBy: orNull(Type.String({ description: 'Name of the user who approved or refused it.' })),
    answeredAt: orNull(time()),
    routesRead: Type.Integer({ description: 'How many routes were read.' }),
  },
  { $id: 'SupportSession', title: 'Support session' },
)

export const ReadView = Type.Object(
  {
    route: Type.String({ examples: ['GET /api/devices/{deviceId}'] }),
    count: Type.Integer(),
    firstAt: time(),
    lastAt: time(),
  },
  { $id: 'SupportRead', title: 'Route read in a support session' },
)

export const SessionPath = Type.Object({ supportSessionId: sessionFields.id })
export const SessionQuery = Type.Object(
  {
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
    open: Type.Optional(Type.Boolean({ description: 'Only requested and active ones.' })),
  },
  { additionalProperties: false },
)
export const ApprovalBody = Type.Object(
  {
    access: Type.Optional(accessText('Default: `read`. `write` only if it was asked for.')),
  },
  { additionalProperties: false },
)
export const SupportBody = Type.Object(
  {
    mode: Type.Enum([...supportModes], {
      type: 'string',
      description:
        '`ask`: an administrator approves each session. `open`: sessions for reading start without approval, and administrators get an e-mail. `never`: no sessions.',
    }),
  },
  { additionalProperties: false },
)
