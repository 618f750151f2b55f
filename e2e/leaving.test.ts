// The end of an account: export, close, undo.

import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../server/test/make.ts'
import { untar } from '../server/test/untar.ts'
import { findBarriers } from './axe.ts'
import type { Stage } from './stage.ts'
import { openStage } from './stage.ts'

let stage: Stage
let account: MadeAccount

beforeAll(async () => {
  stage = await openStage()
  account = await stage.make.account()
  await stage.make.device(account, { name: 'Gaviota' })
})
afterEach((ended) => stage.leave(ended))
afterAll(() => stage.close())

test('the owner exports the account and downloads the archive', async () => {
  const { page, signIn } = await stage.visit()
  await signIn(account, '/settings/account')
  await page.getByRole('button', { name: 'Create an export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click({ timeout: 30_000 })
  const path = join(mkdtempSync(join(tmpdir(), 'rastro-export-')), 'account.tar')
  await (await download).saveAs(path)
  const files = untar(readFileSync(path))
  expect(files.get('data/devices.jsonl')!.toString()).toContain('"name" : "Gaviota"')
  expect([...files.keys()].at(-1)).toBe('manifest.json')
})

test('the owner closes the account, and undoes it', async () => {
  const { page, signIn, expects } = await stage.visit()
  // The map asks for what a closing account may not change.
  expects(/403/)
  await signIn(account, '/settings/account')
  await page.getByRole('button', { name: 'Close account…' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Close the account' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('Expedition')
  await confirm.click()
  await page.getByText('The account is being closed.').waitFor()
  await page.getByText(/All data will be deleted on/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.getByRole('button', { name: 'Close account…' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Keep the account' }).click()
  await page.getByText('The account is open again.').waitFor()
  await page.getByRole('button', { name: 'Close account…' }).waitFor()
})
