// One trace over three processes, from the frame of an SOS button to the mail server that accepted the e-mail.

import { readFileSync } from 'node:fs'
import type { Location } from '@rastro/protocols'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { imeisOf } from '../../../simulator/src/identifiers.ts'
import type { Mailbox } from '../../test/mailbox.ts'
import { openMailbox } from '../../test/mailbox.ts'
import type { MadeAccount } from '../../test/make.ts'
import type { ServerProcess } from '../../test/processes.ts'
import { spawnServer } from '../../test/processes.ts'
import type { Receiver } from '../../test/receiver.ts'
import { openReceiver } from '../../test/receiver.ts'
import type { ArrivedSpan, TraceReceiver } from '../../test/traces.ts'
import { openTraceReceiver, treeOf } from '../../test/traces.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../../test/tracker.ts'
import type { World } from '../../test/world.ts'
import { openWorld } from '../../test/world.ts'

let world: World
let traces: TraceReceiver
let mailbox: Mailbox
let hooks: Receiver
let account: MadeAccount
const processes: Record<string, ServerProcess> = {}
let gatewayPort: number
/** One tracker per press: a button that stays pressed raises only one alert. */
const trackers = imeisOf('35630707', 4)
const devices: { id: string }[] = []

beforeAll(async () => {
  ;[world, traces, mailbox, hooks] = await Promise.all([
    openWorld(),
    openTraceReceiver(),
    openMailbox(),
    openReceiver(),
  ])
  account = await world.make.account()
  for (const identifier of trackers) devices.push(await world.make.device(account, { identifier }))
  const contact = await world.make.contact(account)
  await world.superuser.query('update contacts set verified_at = now()')
  await world.make.rule(account, { type: 'sos', contacts: [contact.id] })
  const env = {
    ...world.env,
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_OTLP_URL: traces.url,
  }
  for (const role of ['recorder', 'gateway', 'notifier', 'api'])
    processes[role] = await spawnServer(env, [role])
  gatewayPort = Number(processes.gateway!.lines.find(({ msg }) => msg === 'serving')!.gatewayPort)
})
afterAll(async () => {
  for (const one of Object.values(processes)) await one.stop()
  await Promise.all([traces.close(), mailbox.close(), hooks.close()])
  await world.close()
})

async function report(tracker: number, alarms: Location['alarms'] = []): Promise<void> {
  const connection = await connectTracker(gatewayPort)
  connection.send(teltonikaLogin(trackers[tracker]!))
  expect(await connection.answer(1)).toBe('01')
  connection.send(teltonikaPacket(locationAgo(1, { alarms })))
  expect(await connection.answer(4)).toBe(countReply(1))
  connection.close()
}

describe('a pressed SOS button', () => {
  let spans: ArrivedSpan[]
  const count = (name: string) => traces.spans.filter((span) => span.name === name).length
  const named = (name: string) => spans.find((span) => span.name === name)!
  beforeAll(async () => {
    // Measured the second time, after warm-up.
    for (let press = 1; press <= 2; press += 1) {
      await report(press - 1, ['sos'])
      await vi.waitFor(() => expect(mailbox.messages.length).toBe(press), 10_000)
      for (const last of ['frame', 'record', 'notify'])
        await vi.waitFor(() => expect(count(last)).toBe(press), 10_000)
    }
    spans = traces.of(traces.spans.findLast(({ name }) => name === 'notify')!.traceId)
  })

  test('is one trace with all steps, from the frame to the mail server', () => {
    const parents = new Map(spans.map(({ spanId, name }) => [spanId, name]))
    const steps = spans.map(({ name, parentSpanId }) => `${parents.get(parentSpanId ?? '') ?? ''} > ${name}`)
    expect(steps.sort()).toEqual(
      [
        ' > frame',
        'frame > decode',
        'frame > publish',
        'publish > record',
        'record > resolve',
        'record > store',
        'record > judge',
        'judge > alert',
        'alert > wait',
        'alert > notify',
        'notify > compose',
        'notify > send email',
        'notify > settle',
      ].sort(),
    )
    expect(new Set(spans.map(({ service }) => service))).toEqual(
      new Set(['rastro-gateway', 'rastro-recorder', 'rastro-notifier']),
    )
    expect(named('send email').attributes['rastro.outcome']).toBe('accepted')
  })

  test('has its steps in order, and their durations add up', () => {
    const order = [
      'frame',
      'decode',
      'publish',
      'record',
      'resolve',
      'store',
      'judge',
      'alert',
      'wait',
      'notify',
      'compose',
    ]
    const clockMs = 2
    const begun = [...order, 'send email', 'settle'].map((name) => named(name).beganMs)
    for (const [index, beganMs] of begun.entries()) {
      expect(beganMs).toBeGreaterThanOrEqual((begun[index - 1] ?? 0) - clockMs)
    }
    for (const [outer, inner] of [
      ['frame', ['decode', 'publish']],
      ['record', ['resolve', 'store', 'judge']],
      ['notify', ['compose', 'send email', 'settle']],
    ] as const) {
      const parts = inner.map(named)
      const tookMs = (span: ArrivedSpan) => span.endedMs - span.beganMs
      const sumMs = parts.reduce((sum, part) => sum + tookMs(part), 0)
      expect(sumMs).toBeLessThanOrEqual(tookMs(named(outer)) + 0.1)
      for (const part of parts) {
        expect(part.beganMs).toBeGreaterThanOrEqual(named(outer).beganMs - 0.1)
        expect(part.endedMs).toBeLessThanOrEqual(named(outer).endedMs + 0.1)
      }
    }
    // Waiting ends where sending begins: no time between the alert and the e-mail is unaccounted for.
    expect(Math.abs(named('wait').endedMs - named('notify').beganMs)).toBeLessThan(0.1)
    expect(Math.abs(named('wait').beganMs - named('alert').beganMs)).toBeLessThan(500)
  })

  test('contains neither identities nor coordinates', () => {
    // Times are excluded: their digits may look like coordinates.
    const text = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))
    expect(named('record').attributes['rastro.device']).toBe(devices[1]!.id)
    expect(named('frame').attributes['rastro.alarms']).toBeDefined()
    for (const secret of [...trackers, account.userName, mailbox.messages[0]!.to, '41.5', '415000000'])
      expect(text).not.toContain(secret)
  })

  test('matches the drawing in the documentation', () => {
    const guide = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8')
    const steps = (text: string) => text.split('\n').map((line) => line.replace(/ +\+?\d.*$/, ''))
    const [, drawn = ''] = /```text\n(frame [^`]*)\n```/.exec(guide) ?? []
    expect(steps(drawn)).toEqual(steps(treeOf(spans)))
  })
})

test('a report without an alarm is not traced if the ratio is 0', async () => {
  const before = traces.spans.length
  await report(2)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(traces.spans.length).toBe(before)
})

describe('a request', () => {
  test('continues the trace of its caller down to the database', async () => {
    const traceId = 'a'.repeat(32)
    const spanId = 'b'.repeat(16)
    const { url } = processes.api!
    const location = { dateTime: new Date().toISOString(), latitude: 41.5, longitude: 2.1 }
    const response = await fetch(`${url}/api/devices/${devices[0]!.id}/locations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${spanId}-01`,
      },
      body: JSON.stringify({ locations: [location] }),
    })
    expect(response.status).toBeLessThan(300)
    const steps = ['POST /api/devices/:deviceId/locations', 'publish', 'record', 'resolve', 'store', 'judge']
    // Each process exports its spans on its own schedule.
    await expect.poll(() => new Set(traces.of(traceId).map(({ name }) => name))).toEqual(new Set(steps))
    const spans = traces.of(traceId)
    expect(spans[0]!.parentSpanId).toBe(spanId)
    expect(spans[0]!.attributes).toMatchObject({ 'http.route': '/api/devices/:deviceId/locations' })
    const line = processes.api!.lines.find(
      ({ msg, trace_id }) => msg === 'request completed' && trace_id === traceId,
    )
    expect(line).toBeDefined()
  })

  test('without a trace, or with one that is not sampled, is not traced', async () => {
    const before = traces.spans.length
    const { url } = processes.api!
    for (const traceparent of [`00-${'c'.repeat(32)}-${'b'.repeat(16)}-00`, '00-zz-1-01', '']) {
      await fetch(`${url}/api/account`, {
        headers: { authorization: `Bearer ${account.token}`, traceparent },
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(traces.spans.length).toBe(before)
  })
})

test('a webhook request carries the trace, and log lines of a failed e-mail have its id', async () => {
  const env = {
    ...world.env,
    RASTRO_OTLP_URL: traces.url,
    RASTRO_TRACE_SAMPLE_RATIO: '1',
    RASTRO_SMTP_URL: mailbox.url,
  }
  await processes.notifier!.stop()
  const notifier = await spawnServer(env, ['notifier'])
  try {
    await world.make.webhook(account, { url: `${hooks.url}/traced`, events: ['alert'] })
    mailbox.behaviour = { recipient: 550 }
    await report(3, ['sos'])
    await expect.poll(() => hooks.received.length).toBeGreaterThan(0)
    const { traceparent } = hooks.received[0]!.headers
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    const failed = () => notifier.lines.find(({ msg }) => msg === 'notification not sent')
    await expect.poll(failed).toBeDefined()
    await expect.poll(() => traces.of(String(failed()!.trace_id)).map(({ name }) => name)).toContain('frame')
  } finally {
    await notifier.stop()
  }
})
