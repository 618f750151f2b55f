// A complete installation with browsers: PostgreSQL and NATS, every role of the server, and a mailbox.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestContext } from 'vitest'
import { inject } from 'vitest'
import { findFreePort } from '../scripts/services/ports.ts'
import type { Mailbox } from '../server/test/mailbox.ts'
import { openMailbox } from '../server/test/mailbox.ts'
import type { TestProxy } from '../server/test/proxy.ts'
import { startProxy } from '../server/test/proxy.ts'
import type { WebCall } from '../server/test/web.ts'
import { callOver } from '../server/test/web.ts'
import type { WholeWorld } from '../server/test/whole.ts'
import { openWholeWorld } from '../server/test/whole.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'
import { openVisitor } from './visitor.ts'

export interface Stage {
  /** The URL that browsers open. */
  url: string
  /** Between browsers and the server. */
  proxy: TestProxy
  mailbox: Mailbox
  world: WholeWorld
  make: WholeWorld['make']
  /** An API call that bypasses the proxy. */
  call: WebCall
  /** Opens a separate browser context. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** After each test: closes the browsers, takes a screenshot of a failure, and fails if a browser reported errors. */
  leave(ended: TestContext): Promise<void>
  close(): Promise<void>
}

/** `host` is a name of this machine: browsers have no passkeys for IP addresses. */
export async function openStage(
  settings: Record<string, string> = {},
  { host = '127.0.0.1' }: { host?: string } = {},
): Promise<Stage> {
  const port = await findFreePort()
  const server = `http://127.0.0.1:${port}`
  const [proxy, mailbox] = await Promise.all([startProxy(server), openMailbox()])
  const url = `http://${host}:${new URL(proxy.url).port}`
  const world = await openWholeWorld(port, {
    RASTRO_PUBLIC_URL: url,
    RASTRO_SMTP_URL: mailbox.url,
    ...settings,
  })
  const browser = await chromium.connect(inject('browser'))
  const visitors: Visitor[] = []

  return {
    url,
    proxy,
    mailbox,
    world,
    make: world.make,
    call: callOver(server),
    async visit(options) {
      const visitor = await openVisitor(browser, url, options)
      visitors.push(visitor)
      return visitor
    },
    async leave({ task }) {
      const left = visitors.splice(0)
      // A test that failed while the connection was broken must not break the next one.
      proxy.heal()
      for (const { context, page } of left) {
        if (task.result?.state === 'fail')
          await page.screenshot({ path: screenshotPath(task.name) }).catch(() => {})
        await context.close()
      }
      const faults = left.flatMap((visitor) => visitor.faults())
      if (faults.length > 0) throw new Error(`the browser reported errors:\n${faults.join('\n')}`)
    },
    async close() {
      await browser.close()
      await Promise.all([proxy.close(), mailbox.close()])
      await world.close()
    },
  }
}

export function screenshotPath(testName: string): string {
  return join(tmpdir(), 'rastro-e2e', `${testName.replace(/\W+/g, '-')}.png`)
}
