/** What its secret and its password are sealed for. */
export const sealedFor = 'webhook secret'
export const passwordSealedFor = 'webhook password'

/** A webhook as clients write it. */
export interface WebhookDocument {
  name: string
  url: string
  /** At a broker. */
  userName?: string | null
  enabled?: boolean
  /** Event kinds (`alert`) or exact types (`alert.raised`). None: all. */
  events?: string[]
  /** If both are absent: every device of the account. */
  groups?: string[]
  devices?: string[]
}

/** With what is written only. */
export interface WebhookInput extends WebhookDocument {
  /** Absent: the stored one stays, as long as host and user name do. */
  password?: string
}

export interface StoredWebhook extends Required<WebhookDocument> {
  id: string
  number: number
  version: number
  secret: Buffer
  /** Encrypted. */
  password: Buffer | null
  isRedelivering: boolean
}

/** What is needed to post to one. */
export interface Endpoint {
  webhookId: string
  url: string
  userName: string | null
  /** Encrypted. */
  password: Buffer | null
  /** Encrypted; the old one only while it still signs. */
  secret: Buffer
  oldSecret: Buffer | null
}

/** Identifies a webhook over all accounts. */
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

/** The response of a receiver, or why there is none. */
export interface Answer {
  /** Null if there is no response. Brokers have none: then the event was published, unless there is an error. */
  status: number | null
  error: string | null
  /** The start of the body. */
  excerpt: string | null
  retryAfter: string | null
  tookMs: number
}

/** The outcome of an attempt. */
export type Verdict = 'delivered' | 'again' | 'failed' | 'gone'

/** One attempt in the log of a delivery. */
export interface Attempt {
  startedAt: string
  url: string
  status: number | null
  error: string | null
  response: string | null
  tookMs: number
}

/** The oldest delivery of a queue that this process has leased. */
export interface LeasedDelivery extends Endpoint {
  accountId: number
  webhookNumber: number
  deviceNumber: number
  /** The lease of the queue, and how many deliveries it had. */
  leaseNumber: number
  waiting: number
  /** Null if the queue turned out to be empty. */
  number: number | null
  eventId: string
  body: string
  isRedelivery: boolean
  attempts: number
  /** Null before the first attempt. */
  firstTriedAt: Date | null
  /** Its webhook is failing or paused. */
  isFailing: boolean
}

/** What to read from the log for a webhook. Positions are cursors. */
export interface Reading {
  position: string
  events: string[]
  waiting: number
  redeliveryPosition: string | null
  redeliveryFrom: Date
  redeliveryTo: Date
}

/** An event to queue. */
export interface EventToQueue {
  id: string
  type: string
  deviceNumber: number
  json: string
}
