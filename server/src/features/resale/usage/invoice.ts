// The lines of an invoice: whole numbers of units, times whole millionths of a currency. Nothing is rounded.

import type { BilledNode, Invoice, InvoiceLine, Prices } from './price.types.ts'

export function invoiceOf(node: BilledNode, month: string): Invoice {
  const { prices, nodeId, nodeName, currency } = node
  const lines = [
    lineOf('licenseDays', node.licenseDays, prices.licenseDay),
    lineOf('emails', node.emails, prices.email),
    ...smsLines(node.smsPrefixes, prices.sms),
    lineOf('accountMonths', node.accounts, prices.accountMonth),
  ]
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n)
  return { nodeId, nodeName, month, currency, lines, total }
}

function lineOf(item: InvoiceLine['item'], quantity: number, price: number, prefix = ''): InvoiceLine {
  return { item, prefix, quantity, price: BigInt(price), amount: BigInt(quantity) * BigInt(price) }
}

/** One line for each prefix of the list that was used. */
function smsLines(counted: Record<string, number>, prices: Prices['sms']): InvoiceLine[] {
  const ofPrefix = new Map<string, number>()
  for (const [address, messages] of Object.entries(counted)) {
    const { prefix } = longestOf(prices, address)
    ofPrefix.set(prefix, (ofPrefix.get(prefix) ?? 0) + messages)
  }
  return prices
    .filter(({ prefix }) => ofPrefix.has(prefix))
    .map(({ prefix, price }) => lineOf('sms', ofPrefix.get(prefix)!, price, prefix))
}

function longestOf(prices: Prices['sms'], address: string): Prices['sms'][number] {
  return prices
    .filter(({ prefix }) => address.startsWith(prefix))
    .reduce((longest, one) => (one.prefix.length > longest.prefix.length ? one : longest))
}
