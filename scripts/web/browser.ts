import type { BrowserServer } from 'playwright-core'
import { chromium } from 'playwright-core'

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Debian's headless Chromium, without a graphics card. It resolves no host but this machine. */
export function launchBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: chromiumPath,
    args: chromiumArguments,
  })
}
