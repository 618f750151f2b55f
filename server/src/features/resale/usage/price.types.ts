/** In millionths of the currency. */
export interface Prices {
  /** For the most licenses in use on a day. */
  licenseDay: number
  email: number
  /** The longest beginning of the telephone number decides; the empty one is required. */
  sms: { prefix: string; price: number }[]
  /** For each account with at least one day in the month. */
  accountMonth: number
}

export interface PriceList {
  id: string
  name: string
  currency: string
  prices: Prices
  /** How many nodes pay by it. */
  nodes: number
  modifiedAt: string
}

/** What a node directly below has used, with the prices that it pays. */
export interface BilledNode {
  nodeId: string
  nodeName: string
  path: string
  priceListId: string
  currency: string
  prices: Prices
  accounts: number
  licenseDays: number
  emails: number
  sms: number
  smsPrefixes: Record<string, number>
}

export interface InvoiceLine {
  item: 'licenseDays' | 'emails' | 'sms' | 'accountMonths'
  /** Of SMS: the beginning of the telephone number that the price is for. */
  prefix: string
  quantity: number
  price: bigint
  amount: bigint
}

export interface Invoice {
  nodeId: string
  nodeName: string
  month: string
  currency: string
  lines: InvoiceLine[]
  total: bigint
}
