// Before all browser tests: builds the interface and starts one Chromium for all of them.

import type { TestProject } from 'vitest/node'
import { launchBrowser } from '../scripts/web/browser.ts'
import { buildWeb } from '../scripts/web/build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket endpoint of the browser. */
    browser: string
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest asks for it.
export default async function setup({ provide }: TestProject) {
  buildWeb()
  const browser = await launchBrowser()
  provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
