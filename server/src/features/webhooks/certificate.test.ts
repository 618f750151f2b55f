import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver } from '../../../test/receiver.ts'
import { testSettings } from '../../../test/world.ts'
import { readConfig } from '../../config/config.ts'
import { createHttpClient } from './http-client.ts'

const dir = mkdtempSync(join(tmpdir(), 'rastro-certificates-'))
const file = (name: string) => join(dir, name)
const known = getCACertificates('default')

/** A certificate for a name, signed by the trusted test authority or self-signed. */
function issue(name: string, subject: string, isTrusted: boolean): { key: string; cert: string } {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const [key, request, cert, extra] = ['key', 'csr', 'pem', 'ext'].map((end) => file(`${name}.${end}`)) as [
    string,
    string,
    string,
    string,
  ]
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  if (!isTrusted) {
    openssl(
      'req',
      '-x509',
      ...fresh,
      '-subj',
      '/CN=rastro',
      '-addext',
      `subjectAltName=${subject}`,
      '-out',
      cert,
    )
  } else {
    openssl('req', ...fresh, '-subj', '/CN=rastro', '-out', request)
    writeFileSync(extra, `subjectAltName=${subject}\n`)
    const signer = ['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-CAcreateserial']
    openssl('x509', '-req', '-in', request, ...signer, '-extfile', extra, '-days', '2', '-out', cert)
  }
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

beforeAll(() => {
  const { cert } = issue('authority', 'DNS:authority.example', false)
  setDefaultCACertificates([...known, cert])
})
afterAll(() => {
  setDefaultCACertificates(known)
  rmSync(dir, { recursive: true })
})

const { post } = createHttpClient({
  config: readConfig({
    ...testSettings,
    RASTRO_DATABASE_URL: 'postgres://nobody/none',
    RASTRO_NATS_URL: 'nats://nobody',
    RASTRO_WEBHOOK_TIMEOUT_SECONDS: '2',
  }),
})
const request = { headers: { 'webhook-id': 'evt_1' }, body: '{"a":1}' }

test.each([
  ['of a known authority for this address', 'IP:127.0.0.1', true, null],
  ['that is self-signed', 'IP:127.0.0.1', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['for another name', 'DNS:example.com', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a certificate %s', async (name, subject, isTrusted, fault) => {
  const receiver = await openReceiver({ tls: issue(name.replaceAll(' ', '-'), subject, isTrusted) })
  const { status, error } = await post({ url: receiver.url, ...request })
  await receiver.close()
  const expected = fault ? [null, `the certificate is not accepted (${fault})`] : [204, null]
  expect([status, error]).toEqual(expected)
  // Nothing was sent to a receiver without a valid certificate.
  expect(receiver.received.map(({ body }) => body)).toEqual(fault ? [] : [request.body])
})

test('sends nothing to a receiver without TLS', async () => {
  const receiver = await openReceiver()
  const { status, error } = await post({ url: receiver.url.replace('http:', 'https:'), ...request })
  await receiver.close()
  expect([status, receiver.received]).toEqual([null, []])
  expect(error).toMatch(/could not be reached|not accepted/)
})
