// Runs every block of the documentation that is marked `run`, page by page, each page in its own account.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../server/test/mailbox.ts'
import { openMailbox } from '../../server/test/mailbox.ts'
import type { WholeWorld } from '../../server/test/whole.ts'
import { openWholeWorld } from '../../server/test/whole.ts'
import { findFreePort } from '../services/ports.ts'
import { faultsOf, stepsOf } from './blocks.ts'
import { differencesOf } from './expectation.ts'
import type { MailViewer } from './mail-viewer.ts'
import { showMail } from './mail-viewer.ts'
import type { PageRun } from './page-run.ts'
import { openPage } from './page-run.ts'
import { guides, pages, pagesToRun, root } from './pages.ts'

const texts = new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const walks = pagesToRun().map((path) => ({ path, steps: stepsOf(texts.get(path)!) }))
/** curl's exit code for a failed request. */
const curlsRefusal = 22
const hasPython = spawnSync('python3', ['--version']).status === 0

let world: WholeWorld
let mailbox: Mailbox
let mailViewer: MailViewer
let known: Record<string, string>
beforeAll(async () => {
  mailbox = await openMailbox()
  mailViewer = await showMail(mailbox.messages)
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  world = await openWholeWorld(port, { RASTRO_PUBLIC_URL: base, RASTRO_SMTP_URL: mailbox.url })
  known = {
    BASE: base,
    TRACKER_HOST: '127.0.0.1',
    TRACKER_PORT: String(world.gatewayPort),
    MAILBOX: mailViewer.url,
  }
})
afterAll(async () => {
  await world.close()
  mailViewer.close()
  await mailbox.close()
})

test.each(guides)('every copyable block of %s is marked run or no-run', (path) => {
  expect(faultsOf(texts.get(path)!)).toEqual([])
})

describe.each(walks.filter(({ steps }) => steps.length > 0))('$path', ({ path, steps }) => {
  let page: PageRun
  let isBroken = false
  beforeAll(async () => {
    const { userName, apiKey, password } = await world.make.account({ licenses: 100, hasFirstRule: true })
    page = openPage(steps, { ...known, USER_NAME: userName, KEY: apiKey, PASSWORD: password })
  })
  afterAll(() => page.close())

  for (const step of steps) {
    test.skipIf(step.language === 'py' && !hasPython)(`${path}:${step.line}`, async (context) => {
      // Blocks after a failed one are skipped: they depend on it.
      if (isBroken) return context.skip('a block before it failed')
      isBroken = true
      const { exitCode, output, complaint } = await page.run(step)
      const details = `${path}:${step.line} exited with ${exitCode}\n${complaint}\n${output}`
      const { expected } = step
      expect(exitCode, details).toBe(expected && /"success": ?false/.test(expected.code) ? curlsRefusal : 0)
      if (expected) expect(differencesOf(expected.code, expected.language, output), details).toEqual([])
      isBroken = false
    })
  }
})
