// Checks the certificate for trackers over TLS.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Check } from './doctor.types.ts'
import { fault, inEnvironment, manually, ok, warning } from './findings.ts'

/** Proxies renew when a third of the time is left. */
const renewedBefore = 0.2
const hourMs = 3_600_000
const stops = 'Trackers that check it do not report.'
const renew = manually('Renew it, and write it to the same file: the gateway uses it within a minute.')

export const trackerCertificateChecks: Check[] = [
  {
    id: 'configuration.tracker-certificate',
    group: 'configuration',
    about: 'the certificate for trackers over TLS cannot be used, was not renewed, or is for another host',
    async run({ config, now }) {
      const { publicHost, tls } = config.gateway
      if (tls.certificateFile === '' || tls.keyFile === '') return []
      let certificate: X509Certificate
      try {
        const [cert, key] = await Promise.all([readFile(tls.certificateFile), readFile(tls.keyFile)])
        createSecureContext({ cert, key })
        certificate = new X509Certificate(cert)
      } catch (error) {
        return fault(
          `RASTRO_GATEWAY_TLS_CERTIFICATE_FILE cannot be used: ${(error as Error).message}`,
          'Trackers over TLS are refused.',
          inEnvironment('unset RASTRO_GATEWAY_TLS_CERTIFICATE_FILE', 'unset RASTRO_GATEWAY_TLS_KEY_FILE'),
        )
      }
      const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
      const leftMs = to - now().getTime()
      const left = `${Math.floor(leftMs / hourMs)} hours`
      if (leftMs < 0) return fault('the certificate for trackers has expired', stops, renew)
      if (leftMs < renewedBefore * (to - from))
        return warning(`the certificate for trackers expires in ${left}`, stops, renew)
      if (!certificate.checkHost(publicHost))
        return warning(
          `the certificate for trackers is not for ${publicHost}`,
          stops,
          manually('Use a certificate for this host, or correct RASTRO_GATEWAY_PUBLIC_HOST.'),
        )
      return ok(`the certificate for trackers is valid for ${left}`)
    },
  },
]
