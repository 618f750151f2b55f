// Registers the service worker, and finds out whether it has a newer page than the one that runs.

import type { FromServiceWorker, ToServiceWorker } from '../service-worker/worker-messages.ts'

const script = '/service-worker.js'
const lookEveryMs = 3_600_000
const answerWithinMs = 3_000

/** Browsers have none on pages without TLS, nor in some private windows. */
export const hasServiceWorkers = 'serviceWorker' in navigator && import.meta.env.PROD

/** Calls `onNewer` when another version of the page is ready. Returns the function that stops looking. */
export async function startServiceWorker(onNewer: (activate: () => void) => void): Promise<() => void> {
  const registration = await navigator.serviceWorker.register(script, { updateViaCache: 'none' })
  const ready = await navigator.serviceWorker.ready
  tell(ready.active, { kind: 'keep', paths: loadedFiles() })

  const look = async (worker: ServiceWorker | null) => {
    if (!worker || !navigator.serviceWorker.controller) return
    // The page may be that of the new version already: it comes from the server first.
    if ((await versionOf(worker)) === ownScripts()) tell(worker, { kind: 'activate' })
    else onNewer(() => activate(worker))
  }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') look(worker).catch(reportError)
    })
  registration.addEventListener('updatefound', () => follow(registration.installing))
  if (registration.waiting) await look(registration.waiting)
  else follow(registration.installing)

  // A page in a control room stays open for weeks. Without a connection there is nothing to find.
  const timer = setInterval(() => registration.update().catch(() => {}), lookEveryMs)
  return () => clearInterval(timer)
}

/** A click on a notification, while this page is open. */
export function onOpen(open: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent<FromServiceWorker>) => {
    if (data.kind === 'open') open(data.path)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}

function activate(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  tell(worker, { kind: 'activate' })
}

function tell(worker: ServiceWorker | null, message: ToServiceWorker, transfer: Transferable[] = []): void {
  worker?.postMessage(message, transfer)
}

/** Undefined if it does not answer. */
function versionOf(worker: ServiceWorker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as string)
    setTimeout(() => resolve(undefined), answerWithinMs)
    tell(worker, { kind: 'version' }, [port2])
  })
}

function ownScripts(): string {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')
  return [...scripts].map(({ src }) => new URL(src).pathname).join()
}

function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return urls.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
}
