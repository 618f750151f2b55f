// Trackers and satellite operators over HTTP: a request is answered only after the log holds what it said.

import type { DecodedRequest, HttpAnswer, HttpProtocol, HttpRequest, Location } from '@rastro/protocols'
import type { Comer } from '../../platform/cells/cells.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import type { AuthenticatedKey } from '../ingest-keys/ingest-key.types.ts'
import { toRow } from '../recorder/location-row.api.ts'
import type { Who } from '../recorder/location-row.types.ts'
import { traceFrame } from './frame-trace.ts'
import * as queries from './gateway.queries.ts'
import type { Gateway } from './gateway.types.ts'

/** Where a request came from, and by whose secret, where it showed one. */
interface From {
  address: string
  ingestKey: AuthenticatedKey | undefined
}

/** One device that is not ours to hear does not keep the others of the request from being heard. */
export async function handleRequest(
  gateway: Gateway,
  protocol: HttpProtocol,
  request: HttpRequest,
  { address, ingestKey }: From,
): Promise<HttpAnswer> {
  const receivedAt = gateway.ctx.now()
  const beganMs = traceClock()
  const heard = { protocol: protocol.name, receivedAt, datesRollOver: protocol.datesRollOver }
  const { decoded, accept, refuse, whoIs } = await (ingestKey
    ? readOwned(gateway, protocol, request, receivedAt, ingestKey)
    : read(gateway, protocol, request, receivedAt))
  const frame = {
    protocol: protocol.name,
    transport: 'http',
    bytes: request.body.length,
    beganMs,
    decodedMs: traceClock(),
  } as const
  const writes: Promise<void>[] = []
  let isAnyOurs = false
  let isAnyNamed = false
  for (const one of decoded) {
    if (!('identifier' in one) || !one.identifier) continue
    isAnyNamed = true
    const who = whoIs(one.identifier)
    if (who === undefined) {
      gateway.noteStranger({ identifier: one.identifier, protocol: protocol.name, address })
      continue
    }
    isAnyOurs = true
    const trust = ingestKey ? 'secret' : 'identifier'
    const locations = locationsOf(one)
    const rows = locations.map((location) => toRow(location, { ...heard, who, trust }))
    const span = traceFrame(frame, locations)
    writes.push(through(span, gateway.writer.write(rows, span)))
  }
  await Promise.all(writes)
  return isAnyNamed && !isAnyOurs ? refuse : accept
}

type Read = DecodedRequest & {
  /** Undefined when it is not ours to hear. */
  whoIs(identifier: string): Who | undefined
}

/** Whoever has no secret is heard by his identifier; while the database is away the recorder settles whose it is. */
async function read(
  gateway: Gateway,
  protocol: HttpProtocol,
  request: HttpRequest,
  receivedAt: Date,
): Promise<Read> {
  const decoded = protocol.decodeRequest(request, receivedAt)
  const strangers = new Set<string>()
  const identifiers = identifiersOf(decoded)
  for (const identifier of identifiers) {
    // One that lives in another cell is a stranger to this one: whole requests are handed on before.
    const admission = await gateway.admit(identifier)
    // It was handed on by its first: that cell and this one do not yet agree where it lives, and it comes again.
    if (typeof admission === 'object' && identifier === identifiers[0])
      throw new UnavailableError('on its way between cells')
    if (admission === 'stranger' || typeof admission === 'object') strangers.add(identifier)
  }
  return { ...decoded, whoIs: (identifier) => (strangers.has(identifier) ? undefined : identifier) }
}

/**
 * Whose the devices are is said by the secret, never by the body: only the account's own are found at all. The rows name
 * account and device, so that nothing changes that on their way to the store.
 */
async function readOwned(
  gateway: Gateway,
  protocol: HttpProtocol,
  request: HttpRequest,
  receivedAt: Date,
  { accountId }: AuthenticatedKey,
): Promise<Read> {
  const decoded = protocol.decodeRequest(request, receivedAt)
  const identifiers = identifiersOf(decoded)
  const devices =
    identifiers.length > 0 ? await queries.listOwned(gateway.ctx.db.forAccount(accountId), identifiers) : []
  const owned = new Map(devices.map((device) => [device.identifier, device]))
  const isAnyModelKnown = devices.some(({ model }) => model !== null)
  const settingsOf = (identifier: string) => {
    const model = owned.get(identifier)?.model
    return model ? { model } : {}
  }
  return {
    ...(isAnyModelKnown ? protocol.decodeRequest(request, receivedAt, settingsOf) : decoded),
    whoIs(identifier) {
      const device = owned.get(identifier)
      return device && [accountId, device.deviceId]
    },
  }
}

function identifiersOf({ decoded }: DecodedRequest): string[] {
  return [...new Set(decoded.flatMap(({ identifier }) => identifier ?? []))]
}

/** Which tracker a request is about, by the first that it names. */
export function findNamed(protocol: HttpProtocol, request: HttpRequest, receivedAt: Date): Comer | undefined {
  const [name] = identifiersOf(protocol.decodeRequest(request, receivedAt))
  return name === undefined ? undefined : { kind: 'identifier', name }
}

function locationsOf(decoded: { kind: string; locations?: Location[] }): Location[] {
  return decoded.kind === 'locations' ? (decoded.locations ?? []) : []
}
