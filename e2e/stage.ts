// A whole installation with a browser before it: engines, every role of the server, a mailbox, and people at their screens.

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
  /** What people type into their browser. */
  url: string
  /** The line between browsers and the server. */
  line: TestProxy
  mailbox: Mailbox
  world: WholeWorld
  make: WholeWorld['make']
  /** As a program calls, past the line. */
  call: WebCall
  /** Somebody opens a browser of his own. */
  visit(options?: VisitorOptions): Promise<Visitor>
  /** After each test: closes the browsers, and fails if one of them complained. Leaves a picture of what failed. */
  leave(ended: TestContext): Promise<void>
  close(): Promise<void>
}

export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const port = await findFreePort()
  const server = `http://127.0.0.1:${port}`
  const [line, mailbox] = await Promise.all([startProxy(server), openMailbox()])
  const url = new URL(line.url).origin
  const world = await openWholeWorld(port, {
    RASTRO_PUBLIC_URL: url,
    RASTRO_SMTP_URL: mailbox.url,
    ...settings,
  })
  const browser = await chromium.connect(inject('browser'))
  const visitors: Visitor[] = []

  return {
    url,
    line,
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
      for (const { context, page } of left) {
        if (task.result?.state === 'fail')
          await page.screenshot({ path: pictureOf(task.name) }).catch(() => {})
        await context.close()
      }
      const faults = left.flatMap((visitor) => visitor.faults())
      if (faults.length > 0) throw new Error(`the browser complained:\n${faults.join('\n')}`)
    },
    async close() {
      await browser.close()
      await Promise.all([line.close(), mailbox.close()])
      await world.close()
    },
  }
}

function pictureOf(testName: string): string {
  return join(tmpdir(), 'rastro-e2e', `${testName.replace(/\W+/g, '-')}.png`)
}
