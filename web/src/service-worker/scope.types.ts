// The global scope of a service worker, as far as ours uses it: TypeScript has it in a library that contradicts that of
// pages.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}

interface NotificationEvent extends ExtendableEvent {
  action: string
  notification: Notification
}

interface SubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

interface WorkerMessageEvent extends ExtendableEvent {
  data: unknown
  ports: readonly MessagePort[]
}

interface WindowClient {
  url: string
  visibilityState: DocumentVisibilityState
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
  postMessage(message: unknown): void
}

interface Events {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: SubscriptionChangeEvent
  message: WorkerMessageEvent
}

export interface Scope {
  addEventListener<Kind extends keyof Events>(kind: Kind, listener: (event: Events[Kind]) => void): void
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
}
