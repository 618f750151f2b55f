// Acknowledgements of trackers and e-mails of alerts while users look up street addresses, with a geocoder that answers,
// is down, never answers, sends a megabyte, or redirects to the inside; each compared with an installation without one.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeGeocoder } from '../../server/test/fake-geocoder.ts'
import { openFakeGeocoder } from '../../server/test/fake-geocoder.ts'
import type { Mailbox } from '../../server/test/mailbox.ts'
import { openMailbox } from '../../server/test/mailbox.ts'
import { createFleet } from '../../simulator/src/fleet.ts'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import type { Figures } from '../harness.ts'
import { median, percentile } from '../harness.ts'
import type { Installation } from '../installation.ts'
import { getToken, install } from '../installation.ts'
import { press, watchForSos } from '../sos.ts'
import { beginLookups } from './geocoder-lookups.ts'

const rounds = 3
const warmUpMs = 1_000
const measuredMs = 4_000
const pressEveryMs = 100
const pressesPerCase = measuredMs / pressEveryMs
const longestMs = 10_000
const reportingTrackers = 300
const locationsPerSecond = 300
/** Counts as public here, though it is on this machine; what else is on it is the inside. */
const outsideAddress = '127.0.0.2'
const insideAddress = '127.0.0.1'
const megabyte = Buffer.alloc(1_000_000, 'x')

type Case = 'none' | 'up' | 'down' | 'silent' | 'megabyte' | 'redirect'
const cases: Case[] = ['none', 'up', 'down', 'silent', 'megabyte', 'redirect']

interface Measured {
  acknowledgedMs: number[]
  mailedMs: number[]
  reverseMs: number[]
  searchMs: number[]
  asked: number
}

export async function measureGeocoder(): Promise<Figures> {
  const presses = rounds * cases.length * pressesPerCase
  const imeis = imeisOf('35630704', reportingTrackers + presses)
  const pressing = imeis.slice(reportingTrackers)
  const mailbox = await openMailbox()
  const first = await openFakeGeocoder(outsideAddress)
  const { port, url } = first
  await first.close()
  const inside = await openFakeGeocoder(insideAddress, port)
  const installation = await install(imeis, {
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
    RASTRO_ACCOUNT_EMAILS_PER_DAY: '1000000',
    RASTRO_GEOCODER_URL: url,
    RASTRO_GEOCODER_ALLOWED_NETWORKS: `${outsideAddress}/32`,
    RASTRO_GEOCODER_REQUESTS_PER_SECOND: '1000',
  })
  try {
    await watchForSos(installation)
    const trackers = await startTrackers(installation, imeis.slice(0, reportingTrackers))
    const results = new Map<Case, Measured[]>(cases.map((one) => [one, []]))
    const mails = watchMails(mailbox)
    for (let round = 0; round < rounds; round += 1) {
      for (const one of cases) {
        const buttons = pressing.splice(0, pressesPerCase)
        const firstTruck = imeis.length - pressing.length - buttons.length
        const geocoder = await openCase(one, port)
        // A new process each time: after five failures a geocoder is not asked any more.
        installation.env.RASTRO_GEOCODER_KIND = one === 'none' ? 'off' : 'photon'
        console.error(`round ${round + 1}: geocoder ${one}`)
        const api = await installation.serve('api')
        const lookups = beginLookups(api.url!, await getToken(api, installation))
        await sleep(warmUpMs)
        trackers.acknowledgedMs.length = 0
        mails.expect(firstTruck)
        for (const button of buttons) {
          mails.note()
          press(trackers.port, button)
          await sleep(pressEveryMs)
        }
        const acknowledgedMs = [...trackers.acknowledgedMs]
        const mailedMs = await mails.take(buttons.length)
        const made = await lookups.end()
        results.get(one)!.push({ acknowledgedMs, mailedMs, ...made, asked: geocoder?.asked.length ?? 0 })
        await api.stop()
        await geocoder?.close()
      }
    }
    mails.stop()
    await trackers.stop()
    return figuresOf(results, inside.connections(), presses)
  } finally {
    await installation.remove()
    await Promise.all([mailbox.close(), inside.close()])
  }
}

async function openCase(one: Case, port: number): Promise<FakeGeocoder | undefined> {
  if (one === 'none' || one === 'down') return undefined
  const geocoder = await openFakeGeocoder(outsideAddress, port)
  if (one === 'silent') geocoder.behaviour = () => {}
  if (one === 'megabyte') geocoder.behaviour = (response) => response.writeHead(200).end(megabyte)
  if (one === 'redirect') {
    const location = `http://${insideAddress}:${port}/reverse`
    geocoder.behaviour = (response) => response.writeHead(302, { location }).end()
  }
  return geocoder
}

async function startTrackers(installation: Installation, identifiers: string[]) {
  const roles = ['gateway', 'recorder', 'notifier']
  const processes = await Promise.all(roles.map((role) => installation.serve(role)))
  const port = processes[0]!.gatewayPort!
  const acknowledgedMs: number[] = []
  const fleet = createFleet({
    identifiers,
    variants: ['teltonika'],
    locationsPerSecond,
    host: '127.0.0.1',
    port,
    remembers: false,
    onAcknowledged: (_, delayMs) => acknowledgedMs.push(delayMs),
  })
  fleet.start()
  await sleep(5_000)
  return {
    port,
    acknowledgedMs,
    async stop() {
      fleet.stopReporting()
      await fleet.drained(longestMs)
      fleet.stop()
      for (const process of processes) await process.stop()
    },
  }
}

/** From the pressed button to the e-mail. */
function watchMails(mailbox: Mailbox) {
  let firstTruck = 0
  let pressedAtMs: number[] = []
  let mailedMs: number[] = []
  const watch = setInterval(() => {
    for (const { raw } of mailbox.messages.splice(0)) {
      const [, truck] = /Truck (\d+)/.exec(raw) ?? []
      const pressedAt = pressedAtMs[Number(truck) - firstTruck]
      if (pressedAt !== undefined) mailedMs.push(performance.now() - pressedAt)
    }
  }, 5)
  return {
    expect(truck: number) {
      firstTruck = truck
      pressedAtMs = []
      mailedMs = []
    },
    note: () => pressedAtMs.push(performance.now()),
    async take(count: number): Promise<number[]> {
      const deadline = performance.now() + longestMs
      while (mailedMs.length < count && performance.now() < deadline) await sleep(20)
      return mailedMs
    },
    stop: () => clearInterval(watch),
  }
}

function figuresOf(results: Map<Case, Measured[]>, insideConnections: number, presses: number): Figures {
  const without = results.get('none')!
  const figures: Figures = {
    'geocoder: connections to the inside': insideConnections,
    'geocoder: alerts without e-mail': presses - [...results.values()].flat().flatMap(mailedOf).length,
    'no geocoder: acknowledged p50, ms': median(without.map(({ acknowledgedMs }) => median(acknowledgedMs))),
    'no geocoder: alert to e-mail p50, ms': median(without.map(({ mailedMs }) => median(mailedMs))),
  }
  for (const [one, rows] of results) {
    if (one === 'none') continue
    const ratio = (of: (row: Measured) => number[], share: number) =>
      median(rows.map((row, round) => percentile(of(row), share) / percentile(of(without[round]!), share)))
    const name = `geocoder ${one}`
    figures[`${name}: requests that it received`] = rows.reduce((sum, { asked }) => sum + asked, 0)
    figures[`${name}: acknowledged p50 : without`] = ratio(acknowledgedOf, 0.5)
    figures[`${name}: acknowledged p95 : without`] = ratio(acknowledgedOf, 0.95)
    figures[`${name}: alert to e-mail p50 : without`] = ratio(mailedOf, 0.5)
    figures[`${name}: alert to e-mail p95 : without`] = ratio(mailedOf, 0.95)
    figures[`${name}: place with address, longest, ms`] = longest(rows.flatMap(({ reverseMs }) => reverseMs))
    figures[`${name}: search with addresses, longest, ms`] = longest(rows.flatMap(({ searchMs }) => searchMs))
  }
  return figures
}

const acknowledgedOf = ({ acknowledgedMs }: Measured) => acknowledgedMs
const mailedOf = ({ mailedMs }: Measured) => mailedMs
const longest = (values: number[]) => Math.max(0, ...values)

/** Medians by the target; a p95 of so few seconds is shown beside them. */
export const geocoderTargets = {
  'geocoder: connections to the inside': { is: 0 },
  'geocoder: alerts without e-mail': { is: 0 },
  ...Object.fromEntries(
    cases.slice(1).flatMap((one) => [
      [`geocoder ${one}: acknowledged p50 : without`, { atMost: 1.1 }],
      [`geocoder ${one}: alert to e-mail p50 : without`, { atMost: 1.1 }],
      // The bounds of docs/places.md, and what a busy machine adds.
      [`geocoder ${one}: place with address, longest, ms`, { atMost: 1_000 }],
      [`geocoder ${one}: search with addresses, longest, ms`, { atMost: 1_700 }],
    ]),
  ),
}
