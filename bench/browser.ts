// Debian's Chromium, without a screen and without a word to anybody outside.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'
const args = [
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
]

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args })
}

/** One that lives on when whoever drives it lets go. */
export async function launchAlone(): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-browser-'))
  const child = spawn(
    executablePath,
    [
      ...args,
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--window-size=1440,900',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = () => {
    child.kill()
    child.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  }
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (url) {
      child.stderr.resume()
      return { url, stop }
    }
  }
  throw new Error('Chromium ended before it listened')
}
