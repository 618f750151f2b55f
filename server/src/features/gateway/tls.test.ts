// Trackers over TLS, and those who only occupy the port for it.

import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { TestCertificate } from '../../../test/certificate.ts'
import { makeCertificate } from '../../../test/certificate.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { labelledMetricValue } from '../../../test/metric-value.ts'
import { connectTracker, locationAgo, teltonikaLogin, teltonikaPacket } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'

const host = 'trackers.example'
const directory = mkdtempSync(join(tmpdir(), 'rastro-tls-'))
const imeis = imeisOf('35630704', 20)

let world: World
let account: MadeAccount
let certificate: TestCertificate
let gateway: RunningGateway
beforeAll(async () => {
  certificate = makeCertificate(directory, host)
  world = await openWorld({
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_GATEWAY_TLS_PORT: '0',
    RASTRO_GATEWAY_TLS_CERTIFICATE_FILE: certificate.certificateFile,
    RASTRO_GATEWAY_TLS_KEY_FILE: certificate.keyFile,
  })
  gateway = await startGateway(world.ctx)
  account = await world.make.account({ licenses: 20 })
})
afterAll(async () => {
  await gateway.stop()
  await world.close()
  rmSync(directory, { recursive: true })
})

const trusted = () => ({ ca: readFileSync(certificate.certificateFile), servername: host })
const refusedFor = (reason: string) => labelledMetricValue('rastro_gateway_refused_total', 'reason', reason)

async function report(port: number, imei: string): Promise<string> {
  const tracker = await connectTracker(port, trusted())
  tracker.send(teltonikaLogin(imei))
  expect(await tracker.answer(1)).toBe('01')
  tracker.send(teltonikaPacket(locationAgo(1)))
  const acknowledged = await tracker.answer(4)
  tracker.close()
  return acknowledged
}

/** The certificate that a tracker is shown. */
async function shownBy(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

test('a tracker over TLS is acknowledged', async () => {
  const imei = imeis.pop()!
  await world.make.device(account, { identifier: imei })
  expect(await report(gateway.tlsPort!, imei)).toBe('00000001')
})

test('a tracker without TLS is refused on this port', async () => {
  const before = await refusedFor('handshake')
  const tracker = await connectTracker(gateway.tlsPort!)
  tracker.send(teltonikaLogin(imeis.pop()!))
  expect(await tracker.isClosed()).toBe(true)
  expect(tracker.rest()).not.toContain('01')
  await expect.poll(() => refusedFor('handshake')).toBe(before + 1)
})

test('TLS 1.1 is refused', async () => {
  const old = { ...trusted(), minVersion: 'TLSv1' as const, maxVersion: 'TLSv1.1' as const }
  const tracker = await connectTracker(gateway.tlsPort!, { ...old, ciphers: 'DEFAULT@SECLEVEL=0' })
  expect(await tracker.isClosed()).toBe(true)
})

test('an address with too many handshakes that no tracker uses is refused before the next, and trackers are not counted', async () => {
  const config = {
    ...world.ctx.config,
    gateway: { ...world.ctx.config.gateway, sharedNetworks: [], unknownPerMinute: 20 },
  }
  const strict = await startGateway({ ...world.ctx, config })
  try {
    const imei = imeis.pop()!
    await world.make.device(account, { identifier: imei })
    const port = strict.tlsPort!
    for (let count = 0; count < 25; count += 1) await report(port, imei)
    for (let count = 0; count < 21; count += 1) {
      const visitor = await connectTracker(port, trusted())
      visitor.close()
      await visitor.isClosed()
    }
    await expect
      .poll(async () => {
        const visitor = await connectTracker(port, trusted())
        visitor.close()
        return refusedFor('too_many_handshakes')
      })
      .toBeGreaterThan(0)
  } finally {
    await strict.stop()
  }
})

test('a renewed certificate is used for new connections, and an unusable one is not', async () => {
  const [file, key] = [join(directory, 'live.pem'), join(directory, 'live.key')]
  const put = (made: TestCertificate) => {
    copyFileSync(made.certificateFile, file)
    copyFileSync(made.keyFile, key)
  }
  put(certificate)
  const tls = { ...world.ctx.config.gateway.tls, certificateFile: file, keyFile: key }
  const config = { ...world.ctx.config, gateway: { ...world.ctx.config.gateway, tls } }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const renewed = await startGateway({ ...world.ctx, config })
  try {
    const first = await shownBy(renewed.tlsPort!)
    const next = makeCertificate(mkdtempSync(join(directory, 'next-')), host)
    // A minute passes between the two files.
    copyFileSync(next.certificateFile, file)
    await vi.advanceTimersByTimeAsync(60_000)
    await sleep(200)
    expect(await shownBy(renewed.tlsPort!)).toBe(first)
    put(next)
    await vi.advanceTimersByTimeAsync(60_000)
    const { fingerprint256 } = new X509Certificate(readFileSync(next.certificateFile))
    expect(fingerprint256).not.toBe(first)
    await expect.poll(() => shownBy(renewed.tlsPort!)).toBe(fingerprint256)
  } finally {
    vi.useRealTimers()
    await renewed.stop()
  }
})

test('a gateway without its certificate serves the others, and trackers over TLS as soon as there is one', async () => {
  const file = join(directory, 'late.pem')
  writeFileSync(file, 'no certificate')
  const tls = { ...world.ctx.config.gateway.tls, certificateFile: file }
  const config = { ...world.ctx.config, gateway: { ...world.ctx.config.gateway, tls } }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const waiting = await startGateway({ ...world.ctx, config })
  try {
    const before = await refusedFor('no_certificate')
    const early = await connectTracker(waiting.tlsPort!, trusted())
    expect(await early.isClosed()).toBe(true)
    await expect.poll(() => refusedFor('no_certificate')).toBe(before + 1)
    const plain = await connectTracker(waiting.port)
    plain.send(teltonikaLogin(imeis.pop()!))
    expect(await plain.answer(1)).toBe('00')
    copyFileSync(certificate.certificateFile, file)
    await vi.advanceTimersByTimeAsync(60_000)
    const imei = imeis.pop()!
    await world.make.device(account, { identifier: imei })
    await expect.poll(() => report(waiting.tlsPort!, imei).catch(() => '')).toBe('00000001')
  } finally {
    vi.useRealTimers()
    await waiting.stop()
  }
})
