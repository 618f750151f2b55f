import { createHash, X509Certificate } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'
import { chromiumArguments, chromiumPath } from '../scripts/web/browser.ts'

/** A Chromium that finds every *.example host on this port, and trusts chains with this certificate. */
export function launchTrusting(port: number, certificate: Buffer): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    // Ignoring all certificate errors is not enough: pages with errors have no passkeys.
    args: [
      ...chromiumArguments.filter((argument) => !argument.startsWith('--host-resolver-rules')),
      `--host-resolver-rules=MAP *.example 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${fingerprintOf(certificate)}`,
    ],
  })
}

/** The SHA-256 of the public key, as Chromium wants it. */
function fingerprintOf(certificate: Buffer): string {
  const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(publicKey).digest('base64')
}
