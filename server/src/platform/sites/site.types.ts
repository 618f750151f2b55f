/** A name under which the interface is opened: that of the platform, or of a reseller. */
export interface Site {
  /** In lower case and punycode. Null: the platform. */
  host: string | null
  /** For links, and to compare the origin of requests. */
  origin: string
  /** Of the reseller. Null: the platform. */
  path: string | null
  servesDocs: boolean
}

export interface StoredSites {
  /** Verified hosts. */
  hosts: { name: string; path: string; isHome: boolean; servesDocs: boolean }[]
  /** Paths of the nodes that have a brand. */
  branded: string[]
}
