// The methods of each path, so a wrong method gets 405 and not 404.

export interface KnownPath {
  methods: string[]
  /** Its error responses have only `success` and `error`. */
  short: boolean
}

export interface KnownPaths {
  add(url: string, method: string | string[], answers: { short: boolean }): void
  find(path: string): KnownPath | undefined
}

export function createKnownPaths(): KnownPaths {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string>; short: boolean }>()
  return {
    add(url, method, { short }) {
      // Wildcards serve files: other methods get 404 there.
      if (url.includes('*')) return
      const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`, 'i')
      const known = paths.get(url) ?? { pattern, methods: new Set(), short }
      for (const one of [method].flat()) known.methods.add(one)
      paths.set(url, known)
    },
    find(path) {
      const found = [...paths.values()].filter(({ pattern }) => pattern.test(path))
      if (found.length === 0) return undefined
      const methods = new Set(found.flatMap((known) => [...known.methods]))
      return { methods: [...methods].sort(), short: found.some(({ short }) => short) }
    },
  }
}
