// From the pressed SOS button to the e-mail accepted by the mail server, while a thousand other trackers report.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { socketProtocols } from '@rastro/protocols'
import { report } from '../scripts/proof/report.ts'
import { openMailbox } from '../server/test/mailbox.ts'
import { createFleet } from '../simulator/src/fleet.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { percentile } from './harness.ts'
import type { Installation } from './installation.ts'
import { install } from './installation.ts'

const teltonika = socketProtocols.find(({ name }) => name === 'teltonika')!
const pressEveryMs = 80
const longestMs = 30_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      presses: { type: 'string', default: '300' },
      rate: { type: 'string', default: '1000' },
    },
  })
  const imeis = imeisOf('35630704', 1_000 + Number(values.presses))
  const [reporting, pressing] = [imeis.slice(0, 1_000), imeis.slice(1_000)]
  const mailbox = await openMailbox()
  const installation = await install(imeis, {
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
    RASTRO_ACCOUNT_EMAILS_PER_DAY: '1000000',
  })
  try {
    await watchForSos(installation)
    const processes = await Promise.all(
      ['gateway', 'recorder', 'notifier'].map((role) => installation.serve(role)),
    )
    const port = processes[0]!.gatewayPort!
    const variants = ['teltonika']
    const fleet = createFleet({
      identifiers: reporting,
      variants,
      locationsPerSecond: Number(values.rate),
      host: '127.0.0.1',
      port,
      remembers: false,
    })
    fleet.start()
    await sleep(5_000)
    const startedAt = new Map<string, number>()
    const took: number[] = []
    const watch = setInterval(() => {
      for (const { raw } of mailbox.messages.splice(0)) {
        const [, index] = /Truck (\d+)/.exec(raw) ?? []
        const began = startedAt.get(index ?? '')
        if (began !== undefined) took.push(performance.now() - began)
      }
    }, 5)
    for (const [index, imei] of pressing.entries()) {
      startedAt.set(String(1_000 + index), performance.now())
      press(port, imei)
      await sleep(pressEveryMs)
    }
    const deadline = performance.now() + longestMs
    while (took.length < pressing.length && performance.now() < deadline) await sleep(50)
    clearInterval(watch)
    fleet.stopReporting()
    await fleet.drained(10_000)
    const { acknowledged, seconds } = fleet.statistics()
    fleet.stop()
    for (const process of processes) await process.stop()
    const figures: Figures = {
      'background, locations/s': acknowledged / seconds,
      'buttons pressed': pressing.length,
      'letters accepted': took.length,
      'socket to mail server p50, ms': percentile(took, 0.5),
      'socket to mail server p99, ms': percentile(took, 0.99),
      'socket to mail server, longest, ms': Math.max(...took),
    }
    report('sos', figures, {
      'letters accepted': { atLeast: pressing.length },
      'socket to mail server p99, ms': { atMost: 2_000 },
    })
  } finally {
    await installation.remove()
    await mailbox.close()
  }
}

/** A tracker that connects, logs in, reports a pressed button, and waits for nothing. */
export function press(port: number, imei: string): void {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(teltonika.encode.login!(imei, 1))
  const position = { latitude: 40.4, longitude: -3.7, valid: true, attributes: {} }
  const frames = teltonika.encode.locations(imei, [{ ...position, fixedAt: new Date(), alarms: ['sos'] }], 1)
  for (const frame of frames) socket.write(frame)
  setTimeout(() => socket.destroy(), 5_000).unref()
}

export async function watchForSos({ open, account }: Installation): Promise<void> {
  const { accountId } = account
  await open.ctx.db.begin({ accountId }, async (db) => {
    await db`
      insert into contacts (account_id, id, name, channel, address, language, verified_at, created_at, modified_at)
      values (${accountId}, 'con_' || lpad('1', 22, '0'), 'Watch', 'email', 'watch@example.com', 'en', now(), now(), now())`
    await db`
      insert into rule_contacts (account_id, rule_number, contact_number)
      select r.account_id, r.number, c.number from alert_rules r join contacts c using (account_id)
      where account_id = ${accountId}`
  })
}
