// Notifications of this browser: what it allows, and its registration at the server.

import type { User } from '@rastro/client'
import { getPreferences } from '../session/preferences.ts'
import { rastro } from '../session/session.ts'
import { keepInBrowser } from '../ui/keep-in-browser.ts'
import { hasServiceWorkers } from './service-worker.ts'

const storageKey = 'rastro.push'

/** What the user chose in this browser. Another user of the same browser has not chosen it. */
interface Choice {
  userId: string
  showsText: boolean
}

export type PushSupport =
  /** The browser asks when they are switched on. */
  | 'ask'
  | 'granted'
  | 'blocked'
  /** iPhones push to installed pages only. */
  | 'install-first'
  | 'insecure'
  | 'unsupported'

export function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

export function findPushSupport(): PushSupport {
  if (!isSecureContext) return 'insecure'
  const isApplePhone = /iPhone|iPad/.test(navigator.userAgent)
  if (isApplePhone && !isInstalled()) return 'install-first'
  if (!hasServiceWorkers || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' ? 'granted' : 'ask'
}

export function readChoice(userId: string): Choice | undefined {
  try {
    const choice = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Choice | null
    return choice?.userId === userId ? choice : undefined
  } catch {
    return undefined
  }
}

/** Called by a click: browsers ask for permission only then. */
export async function switchOn(
  user: Pick<User, 'id'>,
  key: string,
  showsText: boolean,
): Promise<PushSupport> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'ask'
  await register(key, showsText)
  keepInBrowser(storageKey, { userId: user.id, showsText } satisfies Choice)
  return 'granted'
}

/** The registration at the server is removed by the caller. */
export async function switchOff(): Promise<void> {
  localStorage.removeItem(storageKey)
  await unsubscribe()
}

/** The registration at the server ends with the session. The choice stays for the next one of the same user. */
export async function unsubscribe(): Promise<void> {
  if (!hasServiceWorkers) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** After a sign-in or an upgrade: a new session, another key, or a subscription that the browser has lost. */
export async function renewRegistration(userId: string): Promise<void> {
  const choice = readChoice(userId)
  if (!choice || findPushSupport() !== 'granted') return
  const { applicationServerKey: key, pushSubscriptions } = await rastro.get('/api/me/pushSubscriptions')
  if (!key) return
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.getSubscription()
  const isKnown = pushSubscriptions.some(({ isCurrent }) => isCurrent)
  if (subscription && isKnown && isFor(subscription, key)) return
  await register(key, choice.showsText)
}

async function register(key: string, showsText: boolean): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // Of another installation of the server: its messages would not be accepted.
  if (before && !isFor(before, key)) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('the browser gave no keys')
  const { language } = getPreferences()
  await rastro.post('/api/me/pushSubscriptions', {
    body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, language, showsText },
  })
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const text = btoa(String.fromCharCode(...bytes))
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === key
}
