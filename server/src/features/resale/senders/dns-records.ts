// The records of a sender in DNS: what to publish, and whether it is there.

import { Resolver } from 'node:dns/promises'
import type { DkimName, DnsFault } from './sender.types.ts'

const resolving = { timeout: 3_000, tries: 2 }
/** The answer is that there is no record, not that there is no answer. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])
const maxRecords = 20

export interface DnsRecord {
  type: 'TXT'
  name: string
  value: string
  isRequired: boolean
}

export type DnsFinding = { fault: DnsFault | null; hasDmarc: boolean | null }

export interface DnsLookup {
  /** Never throws. */
  check(key: DkimName): Promise<DnsFinding>
}

export const dkimNameOf = ({ selector, domain }: DkimName) => `${selector}._domainkey.${domain}`
const dmarcNameOf = ({ domain }: DkimName) => `_dmarc.${domain}`

/** SPF needs nothing: the return path stays that of the platform, and DMARC holds by DKIM. */
export function recordsOf(key: DkimName): DnsRecord[] {
  return [
    { type: 'TXT', name: dkimNameOf(key), value: `v=DKIM1; k=rsa; p=${key.publicKey}`, isRequired: true },
    { type: 'TXT', name: dmarcNameOf(key), value: 'v=DMARC1; p=none', isRequired: false },
  ]
}

export function createDnsLookup(dnsServers: readonly string[]): DnsLookup {
  const resolver = new Resolver(resolving)
  if (dnsServers.length > 0) resolver.setServers(dnsServers)

  /** Undefined if DNS does not answer. */
  async function listTexts(name: string): Promise<string[] | undefined> {
    try {
      return (await resolver.resolveTxt(name)).slice(0, maxRecords).map((parts) => parts.join(''))
    } catch (error) {
      return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
    }
  }

  return {
    async check(key) {
      const [dkim, dmarc] = await Promise.all([listTexts(dkimNameOf(key)), listTexts(dmarcNameOf(key))])
      return {
        fault: dkim ? faultOf(dkim, key) : 'unreachable',
        hasDmarc: dmarc ? dmarc.some((text) => /^v=DMARC1\s*(;|$)/i.test(text)) : null,
      }
    },
  }
}

/** Receivers may use any of several records, so there must be one (RFC 6376, 3.6.2.2). */
export function faultOf(texts: string[], { publicKey }: Pick<DkimName, 'publicKey'>): DnsFault | null {
  const [text] = texts
  if (text === undefined) return 'missing'
  if (texts.length > 1) return 'several'
  const tags = tagsOf(text)
  const isOurs =
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (tags.get('k') ?? 'rsa') === 'rsa' &&
    tags.get('p')?.replace(/\s+/g, '') === publicKey &&
    allows(tags.get('h'), ['sha256']) &&
    allows(tags.get('s'), ['*', 'email'])
  if (!isOurs) return 'different'
  // Receivers treat e-mails of a domain under test as if they were not signed.
  return allows(tags.get('t') ?? '', ['y']) ? 'testing' : null
}

/** An absent list allows everything. */
function allows(list: string | undefined, wanted: string[]): boolean {
  return list === undefined || list.split(':').some((one) => wanted.includes(one.trim()))
}

function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((tag) => {
    const at = tag.indexOf('=')
    return [tag.slice(0, Math.max(at, 0)).trim(), tag.slice(at + 1).trim()] as const
  })
  return new Map(pairs.filter(([name]) => name !== ''))
}
