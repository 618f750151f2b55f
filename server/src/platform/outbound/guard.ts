// Opens connections to URLs that are not ours to trust. Checks the address that is connected to, never the name: a name
// may resolve to another address the next time. Uses no proxy. Callers follow no redirects.

import { Resolver } from 'node:dns/promises'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { createReach } from './address.ts'

const resolving = { timeout: 3_000, tries: 2 }

/** The protocols of URLs. Public addresses are reached by the secure one only. */
export interface Schemes {
  secure: string
  securePort: number
  plain: string
  plainPort: number
  /** For the negotiation of TLS. */
  alpn?: string
}

const httpSchemes: Schemes = {
  secure: 'https:',
  securePort: 443,
  plain: 'http:',
  plainPort: 80,
  alpn: 'http/1.1',
}

export interface GuardOptions {
  /** Default: HTTP. */
  schemes?: Schemes
  /** Networks of the operator that may be reached, also without TLS and on any port. */
  allowedNetworks: readonly string[]
  /** Ports that may be reached on public addresses. */
  publicPorts: readonly number[] | 'any'
  /** None: those of the system. */
  dnsServers: readonly string[]
  /** Who may not reach an address, in messages: `webhooks`. */
  who: string
}

export interface Target {
  url: URL
  host: string
  port: number
  isSecure: boolean
  /** Whether a connection to this address may be opened. */
  mayReach(address: string): boolean
}

/** How to connect to a target, for libraries that open their own socket. */
export interface ConnectOptions {
  host: string
  port: number
  servername: string
  lookup: LookupFunction
}

export interface Guard {
  /** The target of a URL, or what is wrong with it regardless of what its name resolves to. */
  targetOf(url: string): Target | string
  connectOptionsOf(target: Target): ConnectOptions
  open(target: Target): Socket
}

/** Does not reveal the resolved address: that may be a secret of the operator's network. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/** None: those of the system. */
export function createResolver(dnsServers: readonly string[]): Resolver {
  const resolver = new Resolver(resolving)
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  return resolver
}

export function createGuard(options: GuardOptions): Guard {
  const { schemes = httpSchemes, allowedNetworks, publicPorts, dnsServers, who } = options
  const reachOf = createReach(allowedNetworks)
  const resolver = createResolver(dnsServers)

  const refusal = `resolves to an address that ${who} may not reach`
  const ports = publicPorts === 'any' ? '' : ` and have the port ${publicPorts.join(' or ')}`
  const formFault = `must begin with ${schemes.secure}//${ports}`

  function targetOf(text: string): Target | string {
    if (!URL.canParse(text)) return 'is not a URL'
    const url = new URL(text)
    const isSecure = url.protocol === schemes.secure
    if (!isSecure && url.protocol !== schemes.plain) return `must begin with ${schemes.secure}//`
    if (url.username || url.password) return 'must not contain a user name or password'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (host === '') return 'needs a host name'
    const port = Number(url.port || (isSecure ? schemes.securePort : schemes.plainPort))
    const isForPublic = isSecure && (publicPorts === 'any' || publicPorts.includes(port))
    const mayReach = (address: string) => {
      const reach = reachOf(address)
      return reach === 'own' || (reach === 'public' && isForPublic)
    }
    // These names never leave the machine (RFC 6761).
    const literal = /^(.+\.)?localhost\.?$/i.test(host) ? '127.0.0.1' : host
    if (isIP(literal) > 0 && !mayReach(literal)) return isForPublic ? refusal : formFault
    // A name may resolve into the operator's networks, if there are any.
    if (!isForPublic && allowedNetworks.length === 0) return formFault
    return { url, host, port, isSecure, mayReach }
  }

  const refused = () => new RefusedError(`the URL ${refusal}`)

  /** Node calls no lookup for a literal address: `targetOf` checks that one. */
  function connectOptionsOf({ host, port, mayReach }: Target): ConnectOptions {
    const lookup: LookupFunction = (name, wanted, done) => {
      findAddresses(resolver, name).then(
        (found) => {
          const reachable = found.filter(({ address }) => mayReach(address))
          if (reachable.length === 0) done(refused(), [])
          else if (wanted.all) done(null, reachable)
          else done(null, reachable[0]!.address, reachable[0]!.family)
        },
        (error) => done(error, []),
      )
    }
    return { host, port, lookup, servername: isIP(host) ? '' : host }
  }

  function open(target: Target): Socket {
    const { alpn } = schemes
    const connecting = connectOptionsOf(target)
    const socket = target.isSecure
      ? connectSecure({ ...connecting, ...(alpn && { ALPNProtocols: [alpn] }) })
      : connectPlain(connecting)
    // Runs before all other listeners, while nothing has been sent.
    socket.prependOnceListener('connect', () => {
      if (!target.mayReach(socket.remoteAddress ?? '')) socket.destroy(refused())
    })
    return socket
  }

  return { targetOf, connectOptionsOf, open }
}

/** Why a connection failed. `peer` is what was connected to: `receiver`. */
export function describeError(error: Error, peer: string): string {
  if (error instanceof RefusedError) return error.message
  const { code = error.message } = error as { code?: string }
  if (['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(code)) return 'the host name does not exist'
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code)) return `the certificate is not accepted (${code})`
  return `the ${peer} could not be reached (${code})`
}

async function findAddresses(resolver: Resolver, name: string) {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason
  return found
}
