// Remembers which methods each path has, so that a wrong method gets 405 and not 404.

export interface KnownPaths {
  add(url: string, method: string | string[]): void
  /** The methods that the path has; none when nobody knows it. */
  methodsOf(path: string): string[]
}

export function createKnownPaths(): KnownPaths {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  return {
    add(url, method) {
      // A wildcard serves files: any method other than its own is simply not found there.
      if (url.includes('*')) return
      const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`, 'i')
      const known = paths.get(url) ?? { pattern, methods: new Set() }
      for (const one of [method].flat()) known.methods.add(one)
      paths.set(url, known)
    },
    methodsOf(path) {
      const methods = new Set<string>()
      for (const known of paths.values()) {
        if (known.pattern.test(path)) for (const method of known.methods) methods.add(method)
      }
      return [...methods].sort()
    },
  }
}
