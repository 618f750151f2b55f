/** As a browser returns it. */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface SubscriptionDocument extends BrowserSubscription {
  /** Null: as the browser of the session had it, or true. */
  showsText: boolean | null
}

/** To send to. */
export interface StoredSubscription {
  id: string
  sealed: Buffer
  service: string
  showsText: boolean
}

export interface SendableSubscription extends StoredSubscription {
  /** It failed lately. */
  isResting: boolean
}

export interface ListedSubscription {
  id: string
  sessionId: string
  browser: string | null
  system: string | null
  service: string
  showsText: boolean
  createdAt: Date
  acceptedAt: Date | null
  expiresAt: Date
}

/** What became of a message for one browser. */
export type PushOutcome =
  | { kind: 'accepted' }
  /** The subscription does not exist any more. */
  | { kind: 'gone' }
  | { kind: 'refused'; why: string; isTemporary: boolean; retryAfterSeconds?: number }
  | { kind: 'unknown'; why: string }

/** What a browser shows. Names and texts come from users and devices. */
export interface PushMessage {
  title: string
  body: string
  /** What is shown instead of `title` and `body` to those who hide texts. */
  hiddenTitle: string
  hiddenBody: string
  language: string
  /** Replaces a notification with the same tag. Letters, digits and `_`, at most 32. */
  tag: string
  /** What a click opens, on the host of the page. */
  path: string
  /** A button, where the system shows one. */
  acknowledge?: { label: string; path: string }
  isUrgent: boolean
}
