import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { nameText } from '../../platform/http/text.ts'
import { write } from '../../platform/http/write.ts'
import { changeAccount, getAccount } from './account.api.ts'
import type { Account } from './account.types.ts'

const apiKeyMaxDays = Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()], {
  description:
    'For how many days new API keys may be valid. Null: without a limit. Existing keys keep their end.',
})

const AccountView = Type.Object(
  {
    id: Type.String({ examples: ['acc_2iVb7Qe0x1Jm5Zt8Kc3WnY'] }),
    name: Type.String(),
    timeZone: Type.String({ description: 'IANA time zone for the days and dates of the account.' }),
    licenses: Type.Union(
      [Type.Object({ total: Type.Integer(), used: Type.Integer(), free: Type.Integer() }), Type.Null()],
      {
        description:
          'Each active device uses one license. The operator sets the total. Null for users who neither see all devices nor may edit devices or their limits.',
      },
    ),
    apiKeyMaxDays,
    createdAt: Type.String({ format: 'date-time' }),
    modifiedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Account', title: 'Account' },
)

const AccountChange = Type.Object(
  {
    name: Type.Optional(nameText()),
    timeZone: Type.Optional(Type.String({ format: 'time-zone', maxLength: 64 })),
    apiKeyMaxDays: Type.Optional(apiKeyMaxDays),
  },
  { additionalProperties: false, minProperties: 1 },
)

const tags = ['Account']

export const accountRoutes: Routes = (app, ctx) => {
  app.addSchema(AccountView)

  app.get(
    '/api/account',
    {
      schema: {
        operationId: 'getAccount',
        summary: 'Get your account',
        description: 'Includes the licenses: total, used and free.',
        tags,
        response: { 200: answer({ account: ref(AccountView) }), ...failures },
      },
    },
    async ({ caller }) => ({ account: toView(caller, await getAccount(ctx, caller)) }),
  )

  app.patch(
    '/api/account',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeAccount',
        summary: 'Update your account',
        description:
          'Changes the name, the time zone, or how long API keys may be valid. The operator sets the number of licenses.',
        tags,
        body: AccountChange,
        response: { 200: answer({ account: ref(AccountView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: { account: toView(request.caller, await changeAccount(tx, request.caller, request.body)) },
      })),
  )
}

/** They count the devices of the whole account; those who add devices need to know how many are free. */
function mayReadLicenses(caller: Caller): boolean {
  return caller.scope.kind === 'all' || may(caller, 'devices.edit') || may(caller, 'devices.limits')
}

function toView(caller: Caller, account: Account): Static<typeof AccountView> {
  return {
    id: account.publicId,
    name: account.name,
    timeZone: account.timeZone,
    licenses: mayReadLicenses(caller) ? account.licenses : null,
    apiKeyMaxDays: account.apiKeyMaxDays,
    createdAt: account.createdAt.toISOString(),
    modifiedAt: account.modifiedAt.toISOString(),
  }
}
