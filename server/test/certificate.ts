// Self-signed certificates for tests.

import { execFileSync } from 'node:child_process'
import { isIP } from 'node:net'
import { join } from 'node:path'

export interface TestCertificate {
  /** Also the authority that a client has to trust. */
  certificateFile: string
  keyFile: string
}

export function makeCertificate(directory: string, host: string, days = 30): TestCertificate {
  const made = { certificateFile: join(directory, 'tracker.pem'), keyFile: join(directory, 'tracker.key') }
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = `subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`
  const name = ['-subj', `/CN=${host}`, '-addext', subject, '-days', String(days)]
  const files = ['-keyout', made.keyFile, '-out', made.certificateFile]
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, ...files], { stdio: 'pipe' })
  return made
}
