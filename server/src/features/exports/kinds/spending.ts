import type { ExportedKind, Field } from './fields.ts'
import { from, number, object, text, time } from './fields.ts'

const limits = ['email_day', 'email_month', 'sms_day', 'sms_month', 'money_day', 'money_month'].flatMap(
  (name): [string, Field][] => {
    const field = name.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase())
    return [
      [field, number(name)],
      [`max${field[0]!.toUpperCase()}${field.slice(1)}`, number(`max_${name}`)],
    ]
  },
)

const period: Record<string, Field> = {
  period: text('period'),
  startsOn: from(['starts_on'], 'string', 't.starts_on'),
}

export const spendingKinds: ExportedKind[] = [
  {
    name: 'spendingCaps',
    table: 'spending_caps',
    about: 'Limits of e-mails, SMS and money, and the limits that the operator allows.',
    key: { account_id: 'int' },
    fields: { ...Object.fromEntries(limits), modifiedAt: time('modified_at') },
  },
  {
    name: 'spending',
    table: 'spending',
    about: 'Messages by channel, and money spent, by day and month.',
    key: { period: 'text', starts_on: 'date' },
    fields: {
      ...period,
      emails: number('emails'),
      sms: number('sms'),
      push: number('push'),
      telegram: number('telegram'),
      chat: number('chat'),
      whatsapp: number('whatsapp'),
      voice: number('voice'),
      money: number('money'),
    },
  },
  {
    name: 'usageDays',
    table: 'usage_days',
    about: 'What the account used on each day, as its provider bills it.',
    key: { day: 'date' },
    fields: {
      day: from(['day'], 'string', 't.day'),
      endsAt: time('ends_at'),
      licensesPeak: number('licenses_peak'),
      licensesGranted: number('licenses_granted'),
      emails: number('emails'),
      sms: number('sms'),
      smsPrefixes: object('sms_prefixes'),
      apiUnits: number('api_units'),
      locations: number('locations'),
      closedAt: time('closed_at'),
    },
  },
  {
    name: 'spendingCapNotices',
    table: 'spending_cap_notices',
    about: 'When a limit was nearly or entirely used up.',
    key: { kind: 'text', period: 'text', starts_on: 'date', percent: 'int', cap: 'bigint' },
    fields: {
      kind: text('kind'),
      ...period,
      percent: number('percent'),
      cap: number('cap'),
      used: number('used'),
      at: time('at'),
      publishedAt: time('published_at'),
    },
  },
]
