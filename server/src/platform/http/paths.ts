// Classifies paths before routing.

export function isApiPath(url: string): boolean {
  return url.toLowerCase().startsWith('/api')
}

/** Paths that allowed origins can call. Sessions are only for the web interface. */
export function isCorsPath(url: string): boolean {
  return isApiPath(url) || /^\/((openapi|asyncapi)\.json|\.well-known\/.+)$/i.test(url)
}

/** Built files, the same for all users. */
export function isFile(url: string): boolean {
  return /^\/(assets|basemap|docs|fonts|maps)\//i.test(url)
}

/** Resellers show them only if they want to: they name the platform. */
export function isDocs(url: string): boolean {
  return /^\/docs(\/|\?|$)/i.test(url)
}

/** Health checks and other cells use addresses. A tracker is never refused because of a name: its key identifies it. */
export function isForAnyHost(url: string): boolean {
  return /^\/(healthz|readyz)$|^\/(internal|ingest)\//i.test(url)
}

/** Masks long path segments of unknown routes for the log: a mistyped URL may contain a secret. */
export function maskSecrets(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/[^/]{20,}/g, '…')
}

export function decodePath(url: string): string | undefined {
  try {
    return decodeURI(url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}
