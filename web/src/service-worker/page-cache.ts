// The page and its files for a start without a connection. Nothing of the API is kept.

/** The page is the same for every path. */
const pageName = 'page'
const filesName = 'files'
const pageKey = '/'
export const configPath = '/web/config.json'
/** Afterwards the page that was kept is better than waiting. */
const patienceMs = 8_000
/** A proxy answers for a server that is unavailable. */
const gatewayStatuses = new Set([502, 503, 504])

/** From the network, or the one that was kept last. */
export async function getPage(request: Request): Promise<Response> {
  const pages = await caches.open(pageName)
  const kept = await pages.match(pageKey)
  try {
    const signal = kept ? AbortSignal.timeout(patienceMs) : null
    const answer = await fetch(request.url, { credentials: 'same-origin', headers: request.headers, signal })
    if (kept && gatewayStatuses.has(answer.status)) return kept
    if (isPage(answer)) await pages.put(pageKey, answer.clone())
    return answer
  } catch {
    return kept ?? Response.error()
  }
}

/** Files with a hash in their name never change. */
export async function getFile(request: Request): Promise<Response> {
  const files = await caches.open(filesName)
  const kept = await files.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await files.put(request.url, answer.clone())
  return answer
}

/** What names and colors the page: current if possible. */
export async function getCurrent(request: Request): Promise<Response> {
  const pages = await caches.open(pageName)
  try {
    const answer = await fetch(request)
    if (answer.ok) await pages.put(request.url, answer.clone())
    return answer
  } catch {
    return (await pages.match(request.url)) ?? Response.error()
  }
}

/** The configuration of the page, as it was kept last. */
export async function readConfig(): Promise<unknown> {
  return (await caches.match(configPath, { cacheName: pageName }))?.json()
}

/** What the page has loaded before the worker ran. */
export async function keepFiles(paths: string[]): Promise<void> {
  const wanted = paths.filter((path) => path.startsWith('/assets/'))
  await Promise.allSettled([
    getPage(new Request(pageKey, { headers: { accept: 'text/html' } })),
    getCurrent(new Request(configPath)),
    ...wanted.map((path) => getFile(new Request(path))),
  ])
}

/** Files of earlier versions. */
export async function forgetFilesBut(paths: readonly string[]): Promise<void> {
  const current = new Set(paths)
  const files = await caches.open(filesName)
  for (const { url } of await files.keys()) {
    if (!current.has(new URL(url).pathname)) await files.delete(url)
  }
}

function isPage(answer: Response): boolean {
  return answer.ok && !answer.redirected && (answer.headers.get('content-type') ?? '').startsWith('text/html')
}
