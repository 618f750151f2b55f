import { Type } from 'typebox'
import { Limit, LongCursor } from '../../../platform/http/paging.ts'
import { nameText } from '../../../platform/http/text.ts'
import { invoiceFormats, usageFormats } from './usage-formats.ts'

const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-09'] })
const resellerId = Type.Optional(
  Type.String({
    pattern: '^(platform|res_[0-9A-Za-z]{22})$',
    description: 'Only below this reseller. Default: yours.',
  }),
)
const period = {
  from: day('The first day, in the time zone of each account.'),
  to: day('The last day, at most 366 days in all.'),
  resellerId,
}

export const UsageQuery = Type.Object({
  ...period,
  limit: Type.Optional(Limit),
  cursor: Type.Optional(LongCursor),
})
export const TotalQuery = Type.Object(period)
export const UsageFileQuery = Type.Object({
  ...period,
  format: Type.Optional(
    Type.Enum([...usageFormats], {
      type: 'string',
      description:
        'Default: csv. `json` has one object a line. `meterEvents` has lines in the form of Stripe’s meter events.',
    }),
  ),
})

const month = Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', examples: ['2026-10'] })
export const InvoiceQuery = Type.Object({
  month,
  format: Type.Optional(
    Type.Enum([...invoiceFormats], {
      type: 'string',
      description: 'Default: csv, one row a line. `json` has one invoice a line.',
    }),
  ),
})

const whole = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })
const sums = {
  days: whole('Closed days. A day is closed an hour after it has ended.'),
  licenseDays: whole('The sum of the most licenses in use on each day.'),
  licensesPeak: whole('The most licenses in use at one instant.'),
  licensesGranted: whole(),
  emails: whole(),
  sms: whole(),
  apiUnits: whole(),
  locations: whole('Stored.'),
}
export const UsageView = Type.Object(
  { accountId: Type.String(), accountName: Type.String(), ...sums },
  { $id: 'AccountUsage', title: 'Usage of an account' },
)
export const totalFields = { accounts: whole(), ...sums }

const price = (description?: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, ...(description && { description }) })

const PricesBody = Type.Object(
  {
    licenseDay: price('For each license in use at the peak of a day.'),
    email: price(),
    sms: Type.Array(
      Type.Object(
        {
          prefix: Type.String({
            pattern: '^(\\+[0-9]{1,5})?$',
            description: 'The beginning of the telephone number. Empty: all others.',
          }),
          price: price(),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 500, description: 'The longest prefix decides. The empty one is required.' },
    ),
    accountMonth: price('For each account with at least one day in the month.'),
  },
  { additionalProperties: false, description: 'In millionths of the currency.' },
)

export const PriceListBody = Type.Object(
  {
    name: nameText(),
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
    prices: PricesBody,
  },
  { additionalProperties: false },
)

export const PriceListView = Type.Object(
  {
    id: Type.String({ pattern: '^prl_[0-9A-Za-z]{22}$' }),
    name: Type.String(),
    currency: Type.String(),
    prices: PricesBody,
    nodes: whole('Accounts and resellers that pay by it.'),
    modifiedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'PriceList', title: 'Price list' },
)
export const PriceListPath = Type.Object({
  priceListId: Type.String({ maxLength: 40, examples: ['prl_2iVb7Qe0x1Jm5Zt8Kc3WnY'] }),
})
export const NodePath = Type.Object({
  nodeId: Type.String({ maxLength: 40, description: 'An account or a reseller directly below yours.' }),
})
export const NodePricesBody = Type.Object(
  {
    priceListId: Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      description: 'Null: no prices, and no invoice.',
    }),
  },
  { additionalProperties: false },
)
