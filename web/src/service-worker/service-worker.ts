// The service worker, one for all brands: starts the page without a connection, and shows pushed messages. It keeps no
// answer of the API. An older one that still runs after an upgrade does no harm: it fetches the page from the server.

import { views } from '../shell/views.ts'
import { inBackground } from '../ui/in-background.ts'
import { answerClick, renewSubscription, showPushed } from './notifications.ts'
import { configPath, forgetFilesBut, getCurrent, getFile, getPage, keepFiles } from './page-cache.ts'
import type { Scope } from './scope.types.ts'
import type { ToServiceWorker } from './worker-messages.ts'

/** Written at build time: every file of the interface, and the scripts of its page. */
declare const __FILES__: readonly string[]
declare const __SCRIPTS__: string

const scope = globalThis as unknown as Scope

/** The first part of the path of every view. Shared links are for people without the application. */
const viewNames = new Set(['', ...Object.values(views).map(({ path }) => path.split('/')[1])])
viewNames.delete('share')

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([scope.clients.claim(), forgetFilesBut(__FILES__)]))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (viewNames.has(pathname.split('/')[1])) event.respondWith(getPage(request))
  } else if (pathname.startsWith('/assets/')) event.respondWith(getFile(request))
  else if (pathname === configPath) event.respondWith(getCurrent(request))
})

scope.addEventListener('push', (event) => {
  const payload = event.data?.json()
  if (payload) event.waitUntil(showPushed(scope, payload as Parameters<typeof showPushed>[1]))
})

scope.addEventListener('notificationclick', (event) => {
  event.waitUntil(answerClick(scope, event.notification, event.action))
})

scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(scope, event))
})

scope.addEventListener('message', (event) => {
  const message = event.data as ToServiceWorker
  if (message.kind === 'keep') event.waitUntil(keepFiles(message.paths))
  else if (message.kind === 'activate') inBackground(scope.skipWaiting())
  else event.ports[0]?.postMessage(__SCRIPTS__)
})
