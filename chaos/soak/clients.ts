// The clients of a soak besides the trackers: accounts with rules, API readers and stream subscribers, a webhook
// receiver, and a mail server.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailbox } from '../../server/test/mailbox.ts'
import { openMailbox } from '../../server/test/mailbox.ts'
import type { Receiver } from '../../server/test/receiver.ts'
import { openReceiver } from '../../server/test/receiver.ts'
import type { StreamClient } from '../../simulator/src/stream-client.ts'
import { followStream } from '../../simulator/src/stream-client.ts'
import { makeRules } from '../books/rules.ts'
import type { Installation } from '../installation/installation.ts'
import { callApi, getToken } from '../installation/rest.ts'

export interface Outside {
  mailbox: Mailbox
  receiver: Receiver
}

export interface Counts {
  read: number
  /** Error responses of the API, and how often. */
  refusals: Map<string, number>
  received: number
  emails: number
  webhooks: number
}

export interface Clients {
  /** Called once the trackers have reported: before, there is nothing to read. */
  beginReading(): void
  counts(): Counts
  close(): Promise<void>
}

interface Account {
  token: string
  deviceIds: string[]
}

const accounts = 8
/** The locations of these accounts are streamed; alerts are streamed of all accounts. */
const followedAccounts = 2
const readers = 4
const readEveryMs = 200
/** Tokens are valid for an hour. */
const renewEveryMs = 600_000
const grid = { rows: 8, columns: 8 }

export async function openOutside(): Promise<Outside> {
  return { mailbox: await openMailbox(), receiver: await openReceiver() }
}

export async function closeOutside({ mailbox, receiver }: Outside): Promise<void> {
  await Promise.all([mailbox.close(), receiver.close()])
}

export async function gather(
  installation: Installation,
  outside: Outside,
  identifiers: readonly string[],
): Promise<Clients> {
  const counts: Counts = { read: 0, refusals: new Map(), received: 0, emails: 0, webhooks: 0 }
  const listeners: StreamClient[] = []
  const customers: Account[] = []
  const ending = new AbortController()
  const isOver = () => ending.signal.aborted
  for (let index = 0; index < accounts; index += 1) {
    const added = await installation.addAccount(`soak-${index}@example.com`)
    await added.register(identifiers.filter((_, position) => position % accounts === index))
    const customer: Account = { token: await getToken(installation.apiUrl, added), deviceIds: [] }
    const page = await query<{ devices: { id: string }[] }>(customer, 'GET', '/api/devices?limit=100')
    customer.deviceIds = page.devices.map(({ id }) => id)
    const hook = { name: 'Alerts', url: outside.receiver.url, events: ['alert'] }
    await query(customer, 'POST', '/api/webhooks', hook)
    listeners.push(follow(customer, index < followedAccounts ? 'location,alert' : 'alert'))
    customers.push(customer)
    renew(customer, added).catch((error) => console.error(error))
  }
  await makeRules(installation, { grid })
  await sendSosByMail(installation)
  let reading: Promise<void>[] = []
  // Received messages are counted and discarded: this process must not grow either.
  const emptying = setInterval(() => {
    counts.emails += outside.mailbox.messages.splice(0).length
    counts.webhooks += outside.receiver.received.splice(0).length
  }, 1_000)

  function query<T>(customer: Account, method: string, path: string, body?: object): Promise<T> {
    return callApi<T>(installation.apiUrl, customer.token, method, path, body)
  }

  function follow(customer: Account, kinds: string): StreamClient {
    return followStream({
      url: () => `${installation.apiUrl}/api/stream?kinds=${kinds}`,
      token: () => customer.token,
      onEvent() {
        counts.received += 1
      },
    })
  }

  async function renew(customer: Account, owner: { userName: string; apiKey: string }): Promise<void> {
    while (!isOver()) {
      await sleep(renewEveryMs, undefined, { signal: ending.signal }).catch(() => {})
      if (!isOver()) customer.token = await getToken(installation.apiUrl, owner)
    }
  }

  /** By the clock, one request after the other, of every kind in turn. */
  async function read(reader: number): Promise<void> {
    for (let turn = reader; !isOver(); turn += 1) {
      const customer = customers[turn % customers.length]!
      const path = pathOf(turn, customer.deviceIds[turn % customer.deviceIds.length]!)
      try {
        await query(customer, 'GET', path)
        counts.read += 1
      } catch (error) {
        if (!isOver()) refused(String(error))
      }
      await sleep(readEveryMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  function refused(why: string): void {
    counts.refusals.set(why, (counts.refusals.get(why) ?? 0) + 1)
  }

  return {
    beginReading() {
      reading = Array.from({ length: readers }, (_, index) => read(index))
    },
    counts: () => counts,
    async close() {
      ending.abort()
      clearInterval(emptying)
      for (const listener of listeners) listener.close()
      await Promise.all(reading)
    },
  }
}

function pathOf(turn: number, deviceId: string): string {
  const now = Date.now()
  const period = `from=${new Date(now - 600_000).toISOString()}&to=${new Date(now).toISOString()}`
  const paths = [
    `/api/devices/${deviceId}/lastLocation`,
    `/api/devices/${deviceId}/locations?${period}`,
    '/api/fleet',
    '/api/devices?limit=100',
    '/api/devices?search=0001',
    '/api/alerts?limit=50',
    `/api/devices/${deviceId}`,
  ]
  return paths[turn % paths.length]!
}

/** Already verified: verification is not part of this experiment. */
async function sendSosByMail({ query }: Installation): Promise<void> {
  await query(`
    insert into contacts (account_id, id, name, channel, address, language, verified_at, created_at, modified_at)
    select account_id, 'con_' || lpad('1', 22, '0'), 'Watch', 'email', 'watch@example.com', 'en', now(), now(), now()
    from accounts`)
  await query(`
    insert into rule_contacts (account_id, rule_number, contact_number)
    select r.account_id, r.number, c.number from alert_rules r join contacts c using (account_id)
    where r.kind = 'sos'`)
}
