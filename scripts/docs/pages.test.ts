// Does what the documentation says: every block that is marked to run is run, page by page, each in its own account.

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
import type { Letters } from './letters.ts'
import { showLetters } from './letters.ts'
import type { PageRun } from './page-run.ts'
import { openPage } from './page-run.ts'
import { guides, pages, root } from './pages.ts'

const texts = new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const walks = [...texts].map(([path, text]) => ({ path, steps: stepsOf(text) }))
/** What curl ends with when the server refused. */
const curlsRefusal = 22
const hasPython = spawnSync('python3', ['--version']).status === 0

let world: WholeWorld
let mailbox: Mailbox
let letters: Letters
let known: Record<string, string>
beforeAll(async () => {
  mailbox = await openMailbox()
  letters = await showLetters(mailbox.letters)
  const port = await findFreePort()
  const base = `http://127.0.0.1:${port}`
  world = await openWholeWorld(port, { RASTRO_PUBLIC_URL: base, RASTRO_SMTP_URL: mailbox.url })
  known = {
    BASE: base,
    TRACKER_HOST: '127.0.0.1',
    TRACKER_PORT: String(world.gatewayPort),
    LETTERS: letters.url,
  }
})
afterAll(async () => {
  await world.close()
  letters.close()
  await mailbox.close()
})

test.each(guides)('every block of %s that could be copied says whether it runs', (path) => {
  expect(faultsOf(texts.get(path)!)).toEqual([])
})

describe.each(walks.filter(({ steps }) => steps.length > 0))('$path', ({ path, steps }) => {
  let page: PageRun
  let isBroken = false
  beforeAll(async () => {
    const { userName, apiKey } = await world.make.account({ licenses: 100 })
    page = openPage(steps, { ...known, USER_NAME: userName, KEY: apiKey })
  })
  afterAll(() => page.close())

  for (const step of steps) {
    test.skipIf(step.language === 'py' && !hasPython)(`${path}:${step.line}`, async (context) => {
      // Whoever could not do one thing cannot do the next either.
      if (isBroken) return context.skip('a block before it failed')
      isBroken = true
      const { exitCode, output, complaint } = await page.run(step)
      const said = `${path}:${step.line} ended with ${exitCode}\n${complaint}\n${output}`
      const { expected } = step
      expect(exitCode, said).toBe(expected && /"success": ?false/.test(expected.code) ? curlsRefusal : 0)
      if (expected) expect(differencesOf(expected.code, expected.language, output), said).toEqual([])
      isBroken = false
    })
  }
})
