// Under which names the installation is opened, and which accounts belong where. Every process keeps all verified hosts
// in memory and reads them again within seconds of a change. While the directory is unavailable the last known ones count.

import { LRUCache } from 'lru-cache'
import type { Config } from '../../config/config.ts'
import { inBackground } from '../async/in-background.ts'
import type { Cells } from '../cells/cells.ts'
import type { Db, Pool } from '../db/db.ts'
import { UnavailableError } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { isLoopback, normalizeHost } from './host-names.ts'
import type { Site, StoredSites } from './site.types.ts'
import * as queries from './sites.queries.ts'

interface Needs {
  config: Config
  db: Pool
  cells: Cells | undefined
  log: Log
}

export interface Sites {
  /** Of a request. Undefined: nobody has this host. */
  find(host: string): Site | undefined
  /** Whether a certificate may be issued for it. */
  isVerified(host: string): boolean
  /** Whether users of the account may sign in there. */
  admits(site: Pick<Site, 'host'>, accountId: number): Promise<boolean>
  /** For links to users of the account: never the host of a request. The last known one: it never fails. */
  urlOf(accountId: number): Promise<string>
  /** After a change in this process. */
  refresh(): Promise<void>
  /** Reads changes of other processes. */
  watch(): Promise<{ stop(): void }>
  readonly platform: Site
  /** For DNS records. */
  readonly platformHost: string
}

interface Snapshot {
  version: string
  readAtMs: number
  hosts: Map<string, Site>
  /** By path. */
  homes: Map<string, Site>
  branded: Set<string>
}

const readEveryMs = 5_000
/** Clocks and transactions may hide a change from the version. */
const readAllEveryMs = 60_000
const pathFreshForMs = 60_000
const maxAccounts = 20_000
/** Of a segment of a path: eight digits and a slash. */
const segmentLength = 9

export function createSites({ config, db, cells, log }: Needs): Sites {
  const tree = (): Db => cells?.directory ?? db.directory
  const { publicUrl, formerUrls, otherHosts } = config.http
  const platform: Site = { host: null, origin: new URL(publicUrl).origin, path: null, servesDocs: true }
  const own = new Set([
    ...[publicUrl, ...formerUrls].map((url) => new URL(url).hostname),
    ...otherHosts.map(normalizeHost),
  ])
  const paths = new LRUCache<number, { path: string; readAtMs: number }>({ max: maxAccounts })
  let snapshot: Snapshot | undefined
  let checkedAtMs = -Infinity
  let reading: Promise<Snapshot> | undefined

  async function read(isForced: boolean): Promise<Snapshot> {
    const version = await queries.findVersion(tree())
    const readAtMs = performance.now()
    const isOld = !snapshot || readAtMs - snapshot.readAtMs > readAllEveryMs
    if (!isForced && !isOld && snapshot?.version === version) return snapshot
    snapshot = { version, readAtMs, ...indexOf(await queries.readSites(tree()), platform.origin) }
    return snapshot
  }

  function readOnce(): Promise<Snapshot> {
    reading ??= read(false).finally(() => {
      reading = undefined
      checkedAtMs = performance.now()
    })
    return reading
  }

  /** The last known one if it cannot be read. */
  async function current(): Promise<Snapshot> {
    const last = snapshot
    if (!last) return readOnce()
    return performance.now() - checkedAtMs < readEveryMs ? last : readOnce().catch(() => last)
  }

  async function pathOf(accountId: number): Promise<string | undefined> {
    const last = paths.get(accountId)
    if (last && performance.now() - last.readAtMs < pathFreshForMs) return last.path
    try {
      const path = await queries.findPathOfAccount(tree(), accountId)
      // An account that was created just now is in the tree within seconds.
      if (path !== undefined) paths.set(accountId, { path, readAtMs: performance.now() })
      return path
    } catch (error) {
      if (last) return last.path
      throw error
    }
  }

  return {
    platform,
    platformHost: new URL(publicUrl).hostname,
    find(name) {
      const host = normalizeHost(name)
      // First: a name that the operator gives the platform later stays its own.
      if (own.has(host) || isLoopback(host)) return platform
      const found = snapshot?.hosts.get(host)
      if (found) return found
      if (config.mode !== 'production' && snapshot?.hosts.size === 0) return platform
      if (!snapshot) throw new UnavailableError('the hosts were not read yet')
      return undefined
    },
    isVerified: (name) => snapshot?.hosts.has(normalizeHost(name)) ?? false,
    async admits({ host }, accountId) {
      if (host === null) return true
      const { hosts, branded } = await current()
      // Of an unknown user too, so that it takes the same time.
      const path = await pathOf(accountId)
      const site = hosts.get(host)
      if (!site?.path || !path?.startsWith(site.path)) return false
      const { length } = site.path
      return pathsAbove(path).every((above) => above.length <= length || !branded.has(above))
    },
    async urlOf(accountId) {
      try {
        const { homes, branded } = await current()
        if (homes.size === 0) return publicUrl
        for (const above of pathsAbove((await pathOf(accountId)) ?? '')) {
          const home = homes.get(above)
          if (home) return home.origin
          // The host of a node above shows another brand.
          if (branded.has(above)) return publicUrl
        }
      } catch (error) {
        log.warn({ err: error, accountId }, 'the host of an account cannot be read')
      }
      return publicUrl
    },
    async refresh() {
      await read(true)
    },
    async watch() {
      const look = () =>
        readOnce().then(
          () => {},
          (error: unknown) => log.warn({ err: error }, 'hosts cannot be read'),
        )
      await look()
      const timer = setInterval(() => inBackground({ log }, look()), readEveryMs).unref()
      return { stop: () => clearInterval(timer) }
    },
  }
}

function indexOf(
  { hosts, branded }: StoredSites,
  publicOrigin: string,
): Omit<Snapshot, 'version' | 'readAtMs'> {
  const { protocol, port } = new URL(publicOrigin)
  const found = new Map<string, Site>()
  const homes = new Map<string, Site>()
  for (const { name, path, isHome, servesDocs } of hosts) {
    const site = { host: name, origin: `${protocol}//${name}${port && `:${port}`}`, path, servesDocs }
    found.set(name, site)
    if (isHome) homes.set(path, site)
  }
  return { hosts: found, homes, branded: new Set(branded) }
}

/** The longest first. */
function pathsAbove(path: string): string[] {
  const count = Math.floor(path.length / segmentLength)
  return Array.from({ length: count }, (_, index) => path.slice(0, (count - index) * segmentLength))
}
