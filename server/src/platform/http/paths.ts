// What a path says by itself, before anybody looks at its route.

export function isOfApi(url: string): boolean {
  return url.toLowerCase().startsWith('/api')
}

/** What a page of another origin may call, where it is named. The session is the web interface's alone. */
export function isForOthers(url: string): boolean {
  return isOfApi(url) || /^\/((openapi|asyncapi)\.json|\.well-known\/.+)$/i.test(url)
}

/** Built, and the same for everybody. */
export function isFile(url: string): boolean {
  return /^\/(assets|basemap|docs|fonts)\//i.test(url)
}

/** Where no route is, whatever may be a secret is left out: somebody may have mistyped the rest. */
export function withoutSecrets(url: string): string {
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
