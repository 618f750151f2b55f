// Reads from DNS whether a host belongs to the reseller that has added it, and whether it leads to this installation.

import type { Resolver } from 'node:dns/promises'
import { normalizeHost } from '../../../platform/sites/host-names.ts'
import type { Evidence, StoredHost } from './host.types.ts'

const label = '_rastro'
const prefix = 'rastro-host='
const missing = new Set(['ENOTFOUND', 'ENODATA'])
const maxRecords = 100

export function recordsOf(
  { name, token }: Pick<StoredHost, 'name' | 'token'>,
  platformHost: string,
): { proof: DnsRecord; target: DnsRecord } {
  return {
    proof: { type: 'TXT', name: `${label}.${name}`, value: `${prefix}${token}` },
    target: { type: 'CNAME', name, value: platformHost },
  }
}

export interface DnsRecord {
  type: 'TXT' | 'CNAME'
  name: string
  value: string
}

export async function readEvidence(
  resolver: Resolver,
  host: Pick<StoredHost, 'name' | 'token'>,
  platformHost: string,
): Promise<Evidence> {
  const { proof } = recordsOf(host, platformHost)
  const [found, leadsHere] = await Promise.all([
    findProof(resolver, proof),
    findTarget(resolver, host.name, platformHost),
  ])
  return { proof: found, leadsHere }
}

async function findProof(resolver: Resolver, { name, value }: DnsRecord): Promise<Evidence['proof']> {
  try {
    const records = (await resolver.resolveTxt(name)).slice(0, maxRecords).map((parts) => parts.join(''))
    if (records.includes(value)) return 'found'
    return records.some((record) => record.startsWith(prefix)) ? 'other_record' : 'no_record'
  } catch (error) {
    return missing.has(codeOf(error)) ? 'no_record' : 'dns_failed'
  }
}

/** A CNAME to the platform, or the same addresses: the apex of a domain has no CNAME. Only shown, never a proof. */
async function findTarget(resolver: Resolver, name: string, platformHost: string): Promise<boolean | null> {
  try {
    const names = await resolver.resolveCname(name).catch(() => [])
    if (names.some((one) => normalizeHost(one) === platformHost)) return true
    const [own, theirs] = await Promise.all([resolver.resolve4(platformHost), resolver.resolve4(name)])
    return theirs.some((address) => own.includes(address))
  } catch (error) {
    return missing.has(codeOf(error)) ? false : null
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code)
}
