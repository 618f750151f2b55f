// The normal life of the neighbour's account: trackers that report, a program that reads the API, a subscriber of the
// stream, and a person who receives alerts by e-mail. Everything that it notices is recorded with the moment it was due.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailbox } from '../../server/test/mailbox.ts'
import type { Fleet } from '../../simulator/src/fleet.ts'
import { followStream } from '../../simulator/src/stream-client.ts'
import { makeRules } from '../books/rules.ts'
import type { Installation } from '../installation/installation.ts'
import { callApi, getToken } from '../installation/rest.ts'
import { createTrackers } from '../installation/trackers.ts'
import type { Sample } from './periods.ts'

export interface Life {
  fleet: Fleet
  /** Reports over TCP and UDP, which the gateway receives. */
  acknowledgedBySocket: Sample[]
  /** Reports over HTTP, which the API receives. */
  acknowledgedByHttp: Sample[]
  calls: Sample[]
  /** Responses that are no success, and how often. */
  refusals: Map<string, number>
  /** Device and time of each location, and the id of each alert, that the stream has sent. */
  received: Set<string>
  /** When the e-mail for each alert was received. */
  mailedAtMs: Map<string, number>
  /** The current end of the event log. */
  readCursor(): Promise<string>
  /** Whether events after this cursor can still be read. */
  hasEventsAfter(cursor: string): Promise<boolean>
  stopReading(): Promise<void>
  stop(): void
}

export const locationsPerSecond = 75
/** A button pressed again within five minutes raises no other alert. */
const secondsBetweenPresses = 310
const callsPerSecond = 8
const answerWithinMs = 10_000
const grid = { rows: 30, columns: 30 }
const contact = 'watch@neighbour.example'
const httpVariant = 'osmand'

/** By the wall clock, which the database uses too, but steady. */
export const nowMs = () => performance.timeOrigin + performance.now()

export async function beginLife(
  installation: Installation,
  mailbox: Mailbox,
  { identifiers, seed, seconds }: { identifiers: string[]; seed: number; seconds: number },
): Promise<Life> {
  const { apiUrl, owner, accountId } = installation
  await installation.register(identifiers)
  await makeRules(installation, { grid, accountId })
  await sendByMail(installation)
  let token = await getToken(apiUrl, owner)
  const { devices } = await callApi<{ devices: { id: string }[] }>(
    apiUrl,
    token,
    'GET',
    '/api/devices?limit=1000',
  )
  const deviceIds = devices.map(({ id }) => id)
  const acknowledgedBySocket: Sample[] = []
  const acknowledgedByHttp: Sample[] = []
  const calls: Sample[] = []
  const refusals = new Map<string, number>()
  const received = new Set<string>()
  const mailedAtMs = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })

  const fleet = createTrackers(installation, {
    identifiers,
    locationsPerSecond,
    seed,
    // In a short experiment a third of the buttons are pressed once.
    sosEvery: Math.round(
      (Math.min(seconds * 3, secondsBetweenPresses) * locationsPerSecond) / identifiers.length,
    ),
    onAcknowledged(dueAtMs, durationMs, variant) {
      const samples = variant === httpVariant ? acknowledgedByHttp : acknowledgedBySocket
      samples.push({ dueAtMs: performance.timeOrigin + dueAtMs, durationMs })
    },
  })
  const subscriber = followStream({
    url: () => `${apiUrl}/api/stream?kinds=location,alert`,
    token: () => token,
    onEvent({ kind, data }) {
      if (kind === 'location') received.add(keyOf(data.deviceId, Date.parse(data.data.dateTime)))
      if (kind === 'alert') received.add(data.data.id)
    },
  })
  const opening = setInterval(() => {
    for (const { to, raw } of mailbox.messages.splice(0)) {
      const alertId = to === contact ? alertIdIn(raw) : undefined
      if (alertId && !mailedAtMs.has(alertId)) mailedAtMs.set(alertId, nowMs())
    }
  }, 20)

  function call(turn: number, dueAtMs: number): Promise<void> {
    const deviceId = deviceIds[(turn * 7) % deviceIds.length]!
    const isSignIn = turn % 40 === 39
    return new Promise((resolve) => {
      const settle = (status: number, body = '') => {
        calls.push({ dueAtMs, durationMs: nowMs() - dueAtMs })
        if (status < 200 || status > 299)
          refusals.set(String(status), (refusals.get(String(status)) ?? 0) + 1)
        else if (isSignIn) token = (JSON.parse(body) as { token: string }).token
        resolve()
      }
      const outgoing = request(
        apiUrl + (isSignIn ? '/api/Auth/Token' : pathOf(turn, deviceId)),
        {
          method: isSignIn ? 'POST' : 'GET',
          agent,
          timeout: answerWithinMs,
          headers: isSignIn ? { 'content-type': 'application/json' } : { authorization: `Bearer ${token}` },
        },
        (response) => {
          let body = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            body += chunk
          })
          response.on('close', () => settle(response.complete ? (response.statusCode ?? 0) : 0, body))
        },
      )
      outgoing.on('timeout', () => outgoing.destroy())
      outgoing.on('error', () => settle(0))
      outgoing.end(isSignIn ? JSON.stringify(owner) : undefined)
    })
  }

  /** By the clock, whether the server answers or not. */
  const inFlight = new Set<Promise<void>>()
  let turn = 0
  let firstCallAtMs = 0
  const calling = setInterval(() => {
    if (firstCallAtMs === 0 && !hasReported(fleet)) return
    firstCallAtMs ||= nowMs()
    for (; turn < ((nowMs() - firstCallAtMs) / 1_000) * callsPerSecond; turn += 1) {
      const made = call(turn, firstCallAtMs + (turn * 1_000) / callsPerSecond)
      inFlight.add(made)
      made.finally(() => inFlight.delete(made)).catch(() => {})
    }
  }, 5)

  while (subscriber.connections() === 0) await sleep(20)
  fleet.start()
  while (turn === 0) await sleep(20)
  const eventsAfter = (cursor?: string) =>
    callApi<{ cursor: string }>(
      apiUrl,
      token,
      'GET',
      `/api/events?limit=1${cursor ? `&after=${cursor}` : ''}`,
    )
  return {
    fleet,
    acknowledgedBySocket,
    acknowledgedByHttp,
    calls,
    refusals,
    received,
    mailedAtMs,
    readCursor: async () => (await eventsAfter()).cursor,
    hasEventsAfter: (cursor) =>
      eventsAfter(cursor).then(
        () => true,
        // Any other failure, such as a busy server, is not a lost cursor.
        (error) => !String(error).includes(': 410 '),
      ),
    async stopReading() {
      clearInterval(calling)
      await Promise.all(inFlight)
    },
    stop() {
      clearInterval(calling)
      clearInterval(opening)
      subscriber.close()
      fleet.stop()
      agent.destroy()
    },
  }
}

/** Each tracker twice: the first location is stored by then, and can be read. */
function hasReported(fleet: Fleet): boolean {
  return [...fleet.acknowledged().values()].every((times) => times.size >= 2)
}

export function keyOf(deviceId: string, fixedAtMs: number): string {
  return `${deviceId} ${fixedAtMs}`
}

/** From the link in the message, which a soft line break of MIME may divide. */
function alertIdIn(raw: string): string | undefined {
  return /alerts\?id=(?:3D)?(alt_[0-9A-Za-z]{22})/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1]
}

function pathOf(turn: number, deviceId: string): string {
  const now = Date.now()
  const paths = [
    `/api/devices/${deviceId}/lastLocation`,
    `/api/devices/${deviceId}/locations?from=${new Date(now - 600_000).toISOString()}&to=${new Date(now).toISOString()}`,
    '/api/devices?limit=100',
    '/api/lastLocations',
    '/api/alerts?limit=50',
    '/api/places/search?q=calat',
    '/api/devices/near?latitude=41.4&longitude=2.2&radius=50000',
  ]
  return paths[turn % paths.length]!
}

/** Already verified: verification is not part of this experiment. */
async function sendByMail({ query, accountId }: Installation): Promise<void> {
  await query(
    `insert into contacts (account_id, id, name, channel, address, language, verified_at, created_at, modified_at)
     values ($1, 'con_' || lpad('1', 22, '0'), 'Watch', 'email', $2, 'en', now(), now(), now())`,
    [accountId, contact],
  )
  await query(
    `insert into rule_contacts (account_id, rule_number, contact_number)
     select r.account_id, r.number, c.number from alert_rules r join contacts c using (account_id)
     where r.account_id = $1 and r.kind in ('sos', 'geofence')`,
    [accountId],
  )
}
