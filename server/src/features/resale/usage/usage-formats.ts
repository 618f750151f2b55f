// Usage and invoices as files: CSV, JSON Lines, and the lines of Stripe's meter events.

import { csvText } from '../../../platform/http/csv.ts'
import type { Invoice } from './price.types.ts'
import type { UsageDay } from './usage.types.ts'
import { meters } from './usage.types.ts'

export const usageFormats = ['csv', 'json', 'meterEvents'] as const
export type UsageFormat = (typeof usageFormats)[number]

export interface FileFormat<T> {
  type: string
  extension: string
  head: string
  write(row: T): string
}

const columns = ['accountId', 'accountName', 'day', ...meters] as const

export const usageFiles: Record<UsageFormat, FileFormat<UsageDay>> = {
  csv: {
    type: 'text/csv',
    extension: 'csv',
    head: `${columns.join(',')}\r\n`,
    write: (row) => `${columns.map((column) => csvText(String(row[column]))).join(',')}\r\n`,
  },
  json: {
    type: 'application/x-ndjson',
    extension: 'jsonl',
    head: '',
    write: ({ accountId, accountName, day, endsAt, ...row }) => {
      const counted = Object.fromEntries(meters.map((meter) => [meter, row[meter]]))
      return `${JSON.stringify({ accountId, accountName, day, endsAt, ...counted })}\n`
    },
  },
  // One line a meter. The identifier is the same in every export, so that a repeat counts once.
  meterEvents: {
    type: 'application/x-ndjson',
    extension: 'jsonl',
    head: '',
    write: (row) =>
      meters
        .map((meter) => {
          const { accountId, day, endsAt } = row
          return `${JSON.stringify({
            event_name: `rastro_${snakeOf(meter)}`,
            identifier: `${accountId}.${day}.${meter}`,
            timestamp: Math.floor(Date.parse(endsAt) / 1_000) - 1,
            payload: { stripe_customer_id: accountId, value: String(row[meter]) },
          })}\n`
        })
        .join(''),
  },
}

const snakeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const invoiceFormats = ['csv', 'json'] as const
export type InvoiceFormat = (typeof invoiceFormats)[number]

const invoiceColumns = [
  'nodeId',
  'nodeName',
  'month',
  'item',
  'prefix',
  'quantity',
  'price',
  'amount',
  'currency',
]

export const invoiceFiles: Record<InvoiceFormat, FileFormat<Invoice>> = {
  csv: {
    type: 'text/csv',
    extension: 'csv',
    head: `${invoiceColumns.join(',')}\r\n`,
    write: ({ lines, nodeId, nodeName, month, currency }) =>
      lines
        .map(({ item, prefix, quantity, price, amount }) =>
          [nodeId, nodeName, month, item, prefix, quantity, price, amount, currency]
            .map((value) => csvText(String(value)))
            .join(','),
        )
        .map((line) => `${line}\r\n`)
        .join(''),
  },
  json: {
    type: 'application/x-ndjson',
    extension: 'jsonl',
    head: '',
    write: (invoice) => `${exactJson(invoice)}\n`,
  },
}

/** Whole numbers of any size. */
function exactJson({ lines, total, ...rest }: Invoice): string {
  const written = lines.map(
    ({ item, prefix, quantity, price, amount }) =>
      `{${JSON.stringify({ item, prefix, quantity }).slice(1, -1)},"price":${price},"amount":${amount}}`,
  )
  return `{${JSON.stringify(rest).slice(1, -1)},"lines":[${written.join(',')}],"total":${total}}`
}
