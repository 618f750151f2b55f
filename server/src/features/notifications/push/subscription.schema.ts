import { Type } from 'typebox'
import { languages } from '../notification.types.ts'
import type { PushOutcome } from './subscription.types.ts'

const instant = (description: string) => Type.String({ format: 'date-time', description })
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const language = Type.Union(languages.map((one) => Type.Literal(one)))
const keyText = (description: string, maxLength: number) =>
  Type.String({ maxLength, pattern: '^[\\w-]+=*$', description })

export const SubscriptionBody = Type.Object(
  {
    endpoint: Type.String({
      maxLength: 1_000,
      description: 'The URL of the push service, as the browser returned it. Must begin with https://.',
      examples: ['https://updates.push.services.mozilla.com/wpush/v2/gAAAAABh'],
    }),
    keys: Type.Object(
      {
        p256dh: keyText('The public key of the browser, in base64url.', 100),
        auth: keyText('The secret of the browser, in base64url.', 40),
      },
      { additionalProperties: false },
    ),
    language: Type.Optional(
      Type.Union(language.anyOf, {
        description: 'Of the notifications of the user. Absent: as before, or English.',
      }),
    ),
    showsText: Type.Optional(
      Type.Boolean({
        description:
          'Whether notifications show what happened. Otherwise only that something did, until opened. Absent: as before, or true.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const SubscriptionPath = Type.Object({ subscriptionId: Type.String({ maxLength: 64 }) })
export const TestBody = Type.Object({ language: Type.Optional(language) }, { additionalProperties: false })

export const PushSubscriptionView = Type.Object(
  {
    id: Type.String({ examples: ['psh_0aB1cD2eF3gH4iJ5kL6mN7'] }),
    browser: textOrNull('From the user agent.'),
    system: textOrNull('From the user agent.'),
    service: Type.String({ description: 'The host of the push service.', examples: ['fcm.googleapis.com'] }),
    showsText: Type.Boolean({ description: 'Whether notifications show what happened.' }),
    isCurrent: Type.Boolean({ description: 'Whether it belongs to the session of this request.' }),
    createdAt: instant('When the browser was registered.'),
    acceptedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the push service last accepted a message, to a minute.',
    }),
    expiresAt: instant('When its session ends without further use; notifications end with it.'),
  },
  { $id: 'PushSubscription', title: 'PushSubscription' },
)

export const testAnswerFields = {
  outcome: Type.Unsafe<PushOutcome['kind']>(
    Type.String({
      enum: ['accepted', 'gone', 'refused', 'unknown'],
      description:
        'What the push service answered. `gone`: it does not know the browser any more; it was removed.',
    }),
  ),
  reason: textOrNull('Why it was not accepted.'),
}
