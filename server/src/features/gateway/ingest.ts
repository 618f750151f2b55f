// Trackers and satellite operators over HTTP: a request is answered only after the log holds its locations.

import type {
  DecodedRequest,
  DeviceSettings,
  HttpAnswer,
  HttpProtocol,
  HttpRequest,
  Location,
} from '@rastro/protocols'
import type { Credential } from '../../platform/cells/cells.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { through, traceClock } from '../../platform/observability/tracing.ts'
import type { AuthenticatedKey } from '../ingest-keys/ingest-key.types.ts'
import { mappingProtocol } from '../ingest-keys/ingest-key.types.ts'
import { toRow } from '../recorder/location-row.api.ts'
import type { DeviceRef } from '../recorder/location-row.types.ts'
import { traceFrame } from './frame-trace.ts'
import * as queries from './gateway.queries.ts'
import type { Gateway, Keyed } from './gateway.types.ts'
import type { MappedRequest } from './mapped.ts'
import { decodeMapped } from './mapped.ts'
import { writeStatus } from './write-status.ts'

/** The address of a request, and its ingest key if it has one. */
interface From {
  address: string
  ingestKey: AuthenticatedKey | undefined
  /** Published to a broker, which knows the sender: the key is named, its secret is not. */
  isPublished?: true
}

/** An unknown device does not block the other devices of the request. */
export function handleRequest(
  gateway: Gateway,
  protocol: HttpProtocol,
  request: HttpRequest,
  from: From,
): Promise<HttpAnswer> {
  return store(gateway, protocol, request, from, (receivedAt, settingsOf) =>
    protocol.decodeRequest(request, receivedAt, settingsOf),
  )
}

/** Any JSON, read by the mapping of its key. */
export function handleMapped(
  gateway: Gateway,
  keyed: Keyed,
  request: MappedRequest,
  from: From & { ingestKey: AuthenticatedKey },
): Promise<HttpAnswer> {
  const protocol = { name: mappingProtocol, datesRollOver: false }
  return store(gateway, protocol, request, from, async () => decodeMapped(keyed, request, from.ingestKey))
}

type Decode = (
  receivedAt: Date,
  settingsOf?: (identifier: string) => DeviceSettings,
) => DecodedRequest | Promise<DecodedRequest>

async function store(
  gateway: Gateway,
  protocol: Pick<HttpProtocol, 'name' | 'datesRollOver'>,
  request: HttpRequest,
  { address, ingestKey, isPublished }: From,
  decode: Decode,
): Promise<HttpAnswer> {
  const receivedAt = gateway.ctx.now()
  const beganMs = traceClock()
  const reception = { protocol: protocol.name, receivedAt, datesRollOver: protocol.datesRollOver }
  const { decoded, accept, refuse, deviceRefOf } = await (ingestKey
    ? resolveByKey(gateway, decode, receivedAt, ingestKey)
    : resolveByIdentifier(gateway, decode, receivedAt, address))
  const frame = {
    protocol: protocol.name,
    transport: isPublished ? 'mqtt' : 'http',
    bytes: request.body.length,
    beganMs,
    decodedMs: traceClock(),
  } as const
  const writes: Promise<void>[] = []
  let isAnyKnown = false
  let isAnyNamed = false
  for (const one of decoded) {
    if (!('identifier' in one) || !one.identifier) continue
    isAnyNamed = true
    const deviceRef = deviceRefOf(one.identifier)
    if (deviceRef === undefined) {
      gateway.noteUnknownTracker({ identifier: one.identifier, protocol: protocol.name, address })
      continue
    }
    isAnyKnown = true
    const trust = ingestKey && !isPublished ? 'secret' : 'identifier'
    if (one.kind === 'heartbeat' && one.status)
      writes.push(writeStatus(gateway, frame, one.status, { ...reception, deviceRef, trust }))
    const locations = locationsOf(one)
    const rows = locations.map((location) => toRow(location, { ...reception, deviceRef, trust }))
    const span = traceFrame(frame, locations)
    writes.push(through(span, gateway.writer.write(rows, span)))
  }
  await Promise.all(writes)
  return isAnyNamed && !isAnyKnown ? refuse : accept
}

type ResolvedRequest = DecodedRequest & {
  /** Undefined if the device is unknown. */
  deviceRefOf(identifier: string): DeviceRef | undefined
}

/** Without a secret, identifiers decide; while the database is unavailable, the recorder resolves them later. */
async function resolveByIdentifier(
  gateway: Gateway,
  decode: Decode,
  receivedAt: Date,
  address: string,
): Promise<ResolvedRequest> {
  const decoded = await decode(receivedAt)
  const unknown = new Set<string>()
  const identifiers = identifiersOf(decoded)
  for (const identifier of identifiers) {
    // A tracker of another cell is unknown to this one: requests are forwarded whole, before this.
    const admission = await gateway.admit(identifier, address)
    // The request was forwarded by its first tracker: the cells do not agree on its home yet, and the client retries.
    if (typeof admission === 'object' && identifier === identifiers[0])
      throw new UnavailableError('the account is being moved between cells')
    if (admission === 'unknown' || typeof admission === 'object') unknown.add(identifier)
  }
  return { ...decoded, deviceRefOf: (identifier) => (unknown.has(identifier) ? undefined : identifier) }
}

/**
 * The secret decides the account, never the body: only devices of that account are found. The rows name account and
 * device, so a later change of identifiers does not affect them.
 */
async function resolveByKey(
  gateway: Gateway,
  decode: Decode,
  receivedAt: Date,
  { accountId, mapping }: AuthenticatedKey,
): Promise<ResolvedRequest> {
  const decoded = await decode(receivedAt)
  const identifiers = identifiersOf(decoded)
  const devices =
    identifiers.length > 0 ? await queries.listOwned(gateway.ctx.db.forAccount(accountId), identifiers) : []
  const owned = new Map(devices.map((device) => [device.identifier, device]))
  // A mapping does not depend on models.
  const isAnyModelKnown = mapping === null && devices.some(({ model }) => model !== null)
  const settingsOf = (identifier: string) => {
    const model = owned.get(identifier)?.model
    return model ? { model } : {}
  }
  return {
    ...(isAnyModelKnown ? await decode(receivedAt, settingsOf) : decoded),
    deviceRefOf(identifier) {
      const device = owned.get(identifier)
      return device && [accountId, device.deviceId]
    },
  }
}

function identifiersOf({ decoded }: DecodedRequest): string[] {
  return [...new Set(decoded.flatMap(({ identifier }) => identifier ?? []))]
}

/** The first tracker that a request names. */
export function findNamed(
  protocol: HttpProtocol,
  request: HttpRequest,
  receivedAt: Date,
): Credential | undefined {
  const [name] = identifiersOf(protocol.decodeRequest(request, receivedAt))
  return name === undefined ? undefined : { kind: 'identifier', name }
}

function locationsOf(decoded: { kind: string; locations?: Location[] }): Location[] {
  return decoded.kind === 'locations' ? (decoded.locations ?? []) : []
}
