import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { accountStatuses } from '../../platform/http/account-status.ts'
import { Cursor, Limit, LongCursor } from '../../platform/http/paging.ts'
import { nameText } from '../../platform/http/text.ts'
import { customerOrders, nodeStatuses, termNames } from './resale.types.ts'

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const time = () => Type.String({ format: 'date-time' })
const maxLicenses = 100_000_000

const resellerId = Type.String({
  pattern: '^(platform|res_[0-9A-Za-z]{22})$',
  examples: ['res_2iVb7Qe0x1Jm5Zt8Kc3WnY'],
})
const accountId = Type.String({ pattern: '^acc_[0-9A-Za-z]{22}$', examples: ['acc_2iVb7Qe0x1Jm5Zt8Kc3WnY'] })
const nodeId = Type.String({
  pattern: '^(res|acc)_[0-9A-Za-z]{22}$',
  description: 'A reseller or an account.',
})

const reason = nameText({ maxLength: 500, description: 'Shown to those whom it concerns.' })

export const TermsBody = Type.Object(
  Object.fromEntries(
    termNames.map((name) => [
      name,
      Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    ]),
  ) as Record<(typeof termNames)[number], ReturnType<typeof Type.Optional<ReturnType<typeof Type.Integer>>>>,
  {
    $id: 'Terms',
    title: 'Terms',
    additionalProperties: false,
    description:
      'Limits of each account: users, API units a day, and spending caps. Money is in millionths of the currency. An absent one is not limited here.',
  },
)

const nodeStatus = Type.Enum([...nodeStatuses], { type: 'string' })

export const ResellerView = Type.Object(
  {
    id: resellerId,
    name: Type.String(),
    parentId: orNull(Type.String()),
    depth: Type.Integer({ description: 'The platform has 0, resellers have 1 to 4.' }),
    staffAccountId: orNull(Type.String({ description: 'The account whose users manage the reseller.' })),
    status: nodeStatus,
    statusReason: orNull(Type.String()),
    statusChangedAt: orNull(time()),
    withCustomers: Type.Boolean({
      description: 'Whether the status counts for the customers below too, and not only for staff.',
    }),
    effectiveStatus: Type.Enum([...nodeStatuses], {
      type: 'string',
      description: 'The worst of the reseller and of those above it.',
    }),
    licenses: Type.Object(
      { granted: orNull(Type.Integer()), given: Type.Integer(), free: orNull(Type.Integer()) },
      { description: 'The pool: what the reseller has, and gave to nodes below. Null: any number.' },
    ),
    terms: Type.Unsafe<Record<string, number>>(Type.Ref('Terms')),
    effectiveTerms: Type.Unsafe<Record<string, number>>(Type.Ref('Terms')),
    createdAt: time(),
  },
  { $id: 'Reseller', title: 'Reseller' },
)

export const CustomerView = Type.Object(
  {
    id: accountId,
    name: Type.String(),
    resellerId: Type.String(),
    isStaff: Type.Boolean({ description: 'Whether users of the account manage the reseller.' }),
    status: Type.Enum([...accountStatuses], {
      type: 'string',
      description: 'The worst of the account and of the resellers above it.',
    }),
    nodeStatus,
    statusReason: orNull(Type.String()),
    statusChangedAt: orNull(time()),
    licenses: Type.Object(
      { granted: orNull(Type.Integer()), total: orNull(Type.Integer()), used: orNull(Type.Integer()) },
      {
        description:
          'From the pool of the reseller, as the account has them, and used by active devices. `granted` is null for accounts of the platform and of staff.',
      },
    ),
    deviceCount: orNull(Type.Integer()),
    userCount: orNull(Type.Integer()),
    lastLocationAt: orNull(time()),
    reportedAt: orNull(
      Type.String({ format: 'date-time', description: 'When the counts were reported. Null: not yet.' }),
    ),
    terms: Type.Unsafe<Record<string, number>>(Type.Ref('Terms')),
    effectiveTerms: Type.Unsafe<Record<string, number>>(Type.Ref('Terms')),
    createdAt: time(),
  },
  { $id: 'ResaleAccount', title: 'Account of a reseller' },
)

export const TransferView = Type.Object(
  {
    id: Type.String(),
    nodeId,
    nodeName: Type.String(),
    licenses: Type.Integer({ description: 'Positive: to the node. Negative: back to the pool above it.' }),
    state: Type.Enum(['pending', 'done', 'refused'], {
      type: 'string',
      description: 'Pending: the cell of the account settles it within seconds.',
    }),
    returnable: orNull(Type.Integer({ description: 'Of a refused one: how many could have come back.' })),
    reason: Type.String(),
    author: Type.String(),
    createdAt: time(),
    settledAt: orNull(time()),
  },
  { $id: 'LicenseTransfer', title: 'Transfer of licenses' },
)

const counts = Type.Object(
  Object.fromEntries(accountStatuses.map((status) => [status, Type.Integer()])) as Record<
    (typeof accountStatuses)[number],
    ReturnType<typeof Type.Integer>
  >,
  { description: 'Accounts below, by status.' },
)
export const overviewFields = {
  reseller: Type.Unsafe<object>(Type.Ref('Reseller')),
  accounts: counts,
  resellers: Type.Integer({ description: 'Resellers below.' }),
  today: Type.Object({
    emails: Type.Integer({ description: 'Sent today by the accounts below, as last reported.' }),
    sms: Type.Integer(),
    nearCap: Type.Integer({ description: 'Accounts that have used 80 % of a cap of today.' }),
    trialsEnding: Type.Integer({ description: 'Accounts whose trial ends within 7 days.' }),
    pendingTransfers: Type.Integer({ description: 'Transfers of licenses that are not settled.' }),
    waitingSupport: Type.Integer({ description: 'Support sessions that wait for an answer.' }),
  }),
}

export const CustomerPath = Type.Object({ accountId })
export const ResellerPath = Type.Object({ resellerId })

export const CustomerQuery = Type.Object(
  {
    limit: Type.Optional(Limit),
    cursor: Type.Optional(LongCursor),
    search: Type.Optional(nameText({ description: 'Part of the name, or the id.' })),
    status: Type.Optional(Type.Enum([...accountStatuses], { type: 'string' })),
    resellerId: Type.Optional(resellerId),
    order: Type.Optional(
      Type.Enum([...customerOrders], {
        type: 'string',
        description: 'Default: name. Other orders begin with the largest or the newest.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const PageQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) },
  { additionalProperties: false },
)
export const TransferQuery = Type.Object(
  { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor), nodeId: Type.Optional(nodeId) },
  { additionalProperties: false },
)

export const CustomerBody = Type.Object(
  {
    name: nameText(),
    timeZone: Type.String({ format: 'time-zone', maxLength: 64 }),
    resellerId: Type.Optional(
      Type.String({ pattern: '^(platform|res_[0-9A-Za-z]{22})$', description: 'Absent: your own.' }),
    ),
    licenses: Type.Optional(
      Type.Integer({ minimum: 0, maximum: maxLicenses, description: 'Transferred from the pool.' }),
    ),
    owner: Type.Object(
      {
        name: nameText(),
        email: Type.String({ format: 'email', maxLength: 254 }),
        userName: Type.Optional(nameText({ maxLength: 254, description: 'Default: the e-mail address.' })),
        country: Type.String({ format: 'country' }),
      },
      { additionalProperties: false, description: 'Gets an invitation by e-mail.' },
    ),
  },
  { additionalProperties: false },
)

export const StatusesBody = Type.Object(
  {
    accountIds: Type.Array(accountId, { minItems: 1, maxItems: 100 }),
    status: Type.Enum(['active', 'suspended'], { type: 'string' }),
    reason,
  },
  { additionalProperties: false },
)
export const StatusResult = Type.Object({
  accountId: Type.String(),
  code: orNull(Type.String({ description: 'Why it was not changed.' })),
})
export const SuspendBody = Type.Object({ reason }, { additionalProperties: false })
export const SuspendResellerBody = Type.Object(
  {
    reason,
    withCustomers: Type.Optional(
      Type.Boolean({ description: 'Suspends the accounts of customers below too. Default: false.' }),
    ),
  },
  { additionalProperties: false },
)
export const TransferBody = Type.Object(
  {
    nodeId,
    licenses: Type.Integer({
      minimum: -maxLicenses,
      maximum: maxLicenses,
      description: 'Positive: from the pool above the node to it. Negative: back.',
    }),
    reason,
  },
  { additionalProperties: false },
)
