// Debian's headless Chromium, without outgoing connections.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'
import { chromiumArguments, chromiumPath } from '../../scripts/web/browser.ts'

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: chromiumArguments })
}

/** A browser that keeps running when its driver disconnects. */
export async function launchAlone(): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-browser-'))
  const child = spawn(
    chromiumPath,
    [
      ...chromiumArguments,
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
  throw new Error('Chromium exited before it listened')
}
