// Shows pushed messages, and opens the page at what was clicked.

import { createClient, sessionTokens } from '@rastro/client'
import { readConfig } from './page-cache.ts'
import type { Scope } from './scope.types.ts'
import type { FromServiceWorker } from './worker-messages.ts'

const acknowledgeAction = 'acknowledge'
const builtInIcon = '/icon-192.png'

/** As `payloadOf` in the server's fan-out writes it. */
interface Payload {
  title: string
  body: string
  language: string
  tag: string
  path: string
  acknowledge?: { label: string; path: string }
  isUrgent: boolean
}

export async function showPushed({ registration }: Scope, payload: Payload): Promise<void> {
  const { title, body, language, tag, path, acknowledge, isUrgent } = payload
  await registration.showNotification(title, {
    body,
    lang: language,
    tag,
    data: { path, acknowledgePath: acknowledge?.path },
    ...(acknowledge && { actions: [{ action: acknowledgeAction, title: acknowledge.label }] }),
    icon: await findIcon(),
    // Stays until it is answered, where the system supports it.
    requireInteraction: isUrgent,
  })
}

/** That of the brand. */
async function findIcon(): Promise<string> {
  const config = (await readConfig()) as
    | { brand?: { pictures?: { icon192?: { url?: string } | null } } }
    | undefined
  return config?.brand?.pictures?.icon192?.url ?? builtInIcon
}

/** What was clicked: the notification, or a button of it. */
export async function answerClick(scope: Scope, notification: Notification, action: string): Promise<void> {
  notification.close()
  const { path, acknowledgePath } = notification.data as { path?: unknown; acknowledgePath?: unknown }
  if (action !== acknowledgeAction || typeof acknowledgePath !== 'string') return openPath(scope, path)
  // The link of the message is the credential: no session is needed.
  const isDone = await fetch(acknowledgePath, { method: 'POST', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )
  // Its page shows what is wrong, and has the button again.
  if (!isDone) await openPath(scope, acknowledgePath)
}

async function openPath({ clients }: Scope, path: unknown): Promise<void> {
  // From the server, over an authenticated channel; nevertheless nothing but a path of this page is opened.
  const target = typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/'
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
  if (!page) {
    await clients.openWindow(target)
    return
  }
  // The page goes there without loading again, and asks before it leaves a form.
  page.postMessage({ kind: 'open', path: target } satisfies FromServiceWorker)
  await page.focus()
}

/** The browser replaced its subscription: registers the new one with the session of this browser. */
export async function renewSubscription(
  { registration }: Scope,
  {
    oldSubscription,
    newSubscription,
  }: { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null },
): Promise<void> {
  const url = location.origin
  const rastro = createClient({ url, token: sessionTokens({ url }).token })
  const { applicationServerKey } = await rastro.get('/api/me/pushSubscriptions')
  if (!applicationServerKey) return
  const subscription =
    newSubscription ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription?.options.applicationServerKey ?? applicationServerKey,
    }))
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return
  await rastro.post('/api/me/pushSubscriptions', {
    body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } },
  })
}
