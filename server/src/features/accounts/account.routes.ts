import type { Static, TSchema } from 'typebox'
import { Type } from 'typebox'
import { accountStatuses } from '../../platform/http/account-status.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { answer, failures, ref } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { nameText } from '../../platform/http/text.ts'
import { write } from '../../platform/http/write.ts'
import { changeAccount, getAccount } from './account.api.ts'
import type { Account } from './account.types.ts'
import type { Operating } from './operator.api.ts'
import { findOperating } from './operator.api.ts'

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const apiKeyMaxDays = Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()], {
  description:
    'For how many days new API keys may be valid. Null: without a limit. Existing keys keep their end.',
})

const mapLayer = orNull(
  Type.String({
    pattern: '^(operator|streets|built-in|(provider|pictures)-[a-z0-9-]{1,40})$',
    maxLength: 60,
    examples: ['provider-sentinel-2'],
    description:
      'The map that users see until they choose another: `operator`, `streets`, `built-in`, `provider-` and the id of a provider, or `pictures-` and the name of a map. Null, and if it is not offered: the first that the operator offers.',
  }),
)

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
    status: Type.Enum([...accountStatuses], {
      type: 'string',
      description:
        'In a suspended account administrators and API keys read, and nothing can be changed. A closing account is open to its holder only.',
    }),
    statusReason: orNull(
      Type.String({
        description:
          'Why the status was changed last: the words of the operator, or `closed_by_holder`, `closing_undone`, `provider_reopened`, `provider_suspended`, `trial_ended`.',
      }),
    ),
    statusChangedAt: orNull(Type.String({ format: 'date-time' })),
    trialEndsAt: orNull(
      Type.String({ format: 'date-time', description: 'The account is suspended then. Null: not a trial.' }),
    ),
    operatorContact: orNull(Type.String({ description: 'Whom to ask about the account.' })),
    historyDays: orNull(
      Type.Integer({
        description: 'Locations are deleted after this many days. Null: after `maxHistoryDays`.',
      }),
    ),
    maxHistoryDays: Type.Integer({ description: 'Set by the operator.' }),
    mapLayer,
    isOperator: Type.Boolean({
      description: 'Whether you run this installation. Always false for API keys.',
    }),
    managesResale: Type.Boolean({
      description:
        'Whether you manage a reseller, or as an operator those of the installation: see `/api/resale`.',
    }),
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
    historyDays: Type.Optional(
      orNull(
        Type.Integer({
          minimum: 1,
          maximum: 3_650,
          description: 'Deletes older locations for good. Needs a recent sign-in; API keys are not accepted.',
        }),
      ),
    ),
    mapLayer: Type.Optional(mapLayer),
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
    async ({ caller }) => ({
      account: toView(caller, await getAccount(ctx, caller), await findOperating(ctx, caller)),
    }),
  )

  app.patch(
    '/api/account',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'changeAccount',
        summary: 'Update your account',
        description:
          'Changes the name, the time zone, how long API keys may be valid, how long locations are kept, or the default map. The operator sets the number of licenses.',
        tags,
        body: AccountChange,
        response: { 200: answer({ account: ref(AccountView) }), ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        const account = await changeAccount(tx, request.caller, request.body)
        return {
          payload: { account: toView(request.caller, account, await findOperating(ctx, request.caller)) },
        }
      }),
  )
}

/** They count the devices of the whole account; those who add devices need to know how many are free. */
function mayReadLicenses(caller: Caller): boolean {
  return caller.scope.kind === 'all' || may(caller, 'devices.edit') || may(caller, 'devices.limits')
}

function toView(caller: Caller, account: Account, operating: Operating): Static<typeof AccountView> {
  return {
    id: account.publicId,
    name: account.name,
    timeZone: account.timeZone,
    licenses: mayReadLicenses(caller) ? account.licenses : null,
    apiKeyMaxDays: account.apiKeyMaxDays,
    status: account.status,
    statusReason: account.statusReason,
    statusChangedAt: account.statusChangedAt?.toISOString() ?? null,
    trialEndsAt: account.trialEndsAt?.toISOString() ?? null,
    operatorContact: operating.contact || null,
    historyDays: account.historyDays,
    maxHistoryDays: account.maxHistoryDays,
    mapLayer: account.mapLayer,
    isOperator: operating.isOperator,
    managesResale: (account.isStaff && caller.role !== 'standard') || operating.hasOthers,
    createdAt: account.createdAt.toISOString(),
    modifiedAt: account.modifiedAt.toISOString(),
  }
}
