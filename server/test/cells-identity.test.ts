// Two cells: a request for a new password reaches the home cell of the user, whichever cell received it.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPasswordResets } from '../src/features/auth/password-reset-worker.api.ts'
import { createResetForwarder } from '../src/features/cells/peer-cell.api.ts'
import type { TestCell, TestDirectory } from './cells.ts'
import { openCell, openDirectory } from './cells.ts'
import { secretIn, settleIdentity, startIdentityWorkers, verifyEmailOf } from './identity.ts'
import type { Mailbox } from './mailbox.ts'
import { openMailbox } from './mailbox.ts'

let directory: TestDirectory
let mailbox: Mailbox
let home: TestCell
let other: TestCell
let workers: { stop(): Promise<void> }[]
beforeAll(async () => {
  directory = await openDirectory()
  mailbox = await openMailbox()
  home = await openCell(directory, 1, { RASTRO_SMTP_URL: mailbox.url })
  other = await openCell(directory, 2)
  workers = [startIdentityWorkers(home.ctx), startPasswordResets(other.ctx, createResetForwarder(other.ctx))]
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await home.close()
  await other.close()
  await mailbox.close()
  await directory.close()
})

const post = async (path: string, body: object) =>
  (
    await fetch(`${other.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status

test('a user resets the password at the wrong cell', async () => {
  const account = await home.make.account()
  await verifyEmailOf(home, account.ownerId)
  expect(await post('/session/reset', { userName: account.userName.toUpperCase(), language: 'es' })).toBe(202)
  expect(await post('/session/reset', { userName: 'nobody@example.com' })).toBe(202)
  const secret = await secretIn(mailbox, account.userName, 'reset')
  const newPassword = 'a sled, a compass and 40 dogs'
  expect(await post('/session/reset/confirm', { secret, newPassword })).toBe(200)
  expect(await post('/session', { userName: account.userName, password: newPassword })).toBe(200)
  await settleIdentity(other)
  await settleIdentity(home)
  expect(mailbox.messages.map(({ to }) => to)).toEqual([account.userName, account.userName])
})

test('only another cell may forward a request', async () => {
  const body = { userName: 'nobody@example.com', networkHash: 'AAAA' }
  expect(await post('/internal/passwordResets', body)).toBe(401)
})
