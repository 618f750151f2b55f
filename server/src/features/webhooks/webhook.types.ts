/** A webhook as its maker writes it. */
export interface WebhookDocument {
  name: string
  url: string
  enabled?: boolean
  /** Kinds of events (`alert`) or exact types (`alert.raised`). None: all. */
  events?: string[]
  /** Neither: every device of the account. */
  groups?: string[]
  devices?: string[]
}

export interface StoredWebhook extends Required<WebhookDocument> {
  id: string
  number: number
  version: number
  secret: Buffer
  isRedelivering: boolean
}

/** What is needed to post to one. */
export interface Endpoint {
  url: string
  /** Sealed; the second only while it still signs. */
  secret: Buffer
  oldSecret: Buffer | null
}

/** Where a webhook is, for whoever looks over all accounts. */
export interface WebhookKey {
  accountId: number
  number: number
}

export interface EnabledWebhook extends WebhookKey {
  version: number
  /** Kinds, or exact types; none means all. */
  events: string[]
  isRedelivering: boolean
}

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What a receiver said, or why it said nothing. */
export interface Answer {
  /** Absent where none came. */
  status: number | null
  error: string | null
  /** The beginning of the body. */
  excerpt: string | null
  retryAfter: string | null
  tookMs: number
}

/** What becomes of a delivery after an attempt. */
export type Verdict = 'delivered' | 'again' | 'failed' | 'gone'

/** One line in the log of a delivery. */
export interface Attempt {
  at: string
  url: string
  status: number | null
  error: string | null
  response: string | null
  tookMs: number
}

/** The oldest delivery of a line that this process took. */
export interface TakenDelivery extends Endpoint {
  accountId: number
  webhookNumber: number
  deviceNumber: number
  /** Which time the line was taken, and how many stood in it. */
  leaseNumber: number
  waiting: number
  /** Absent where the line turned out to be empty. */
  number: number | null
  eventId: string
  body: string
  isRedelivery: boolean
  attempts: number
  /** Absent before the first. */
  firstTriedAt: Date | null
  /** Its webhook is failing, or paused. */
  isFailing: boolean
}

/** What is read of the log for a webhook. Places are cursors. */
export interface Reading {
  position: string
  events: string[]
  waiting: number
  redeliveryPosition: string | null
  redeliveryFrom: Date
  redeliveryTo: Date
}

/** An event to be queued. */
export interface EventToQueue {
  id: string
  type: string
  deviceNumber: number
  json: string
}
