import { RastroError } from '@rastro/client'
import { expect, test, vi } from 'vitest'
import { getPasswordRequest, withRecentSignIn } from './recent-sign-in.ts'

const notRecent = () => new RastroError(403, 'access.not_recent', 'Sign in again.')

test('asks for the password when the server requires it, and repeats the call', async () => {
  const call = vi.fn().mockRejectedValueOnce(notRecent()).mockResolvedValueOnce('done')
  const result = withRecentSignIn(call)
  await vi.waitUntil(getPasswordRequest)
  getPasswordRequest()?.answer(true)
  expect(await result).toBe('done')
  expect(getPasswordRequest()).toBeUndefined()
})

test('two calls ask once', async () => {
  const first = withRecentSignIn(vi.fn().mockRejectedValueOnce(notRecent()).mockResolvedValueOnce(1))
  const second = withRecentSignIn(vi.fn().mockRejectedValueOnce(notRecent()).mockResolvedValueOnce(2))
  const request = await vi.waitUntil(getPasswordRequest)
  await Promise.resolve()
  expect(getPasswordRequest()).toBe(request)
  request?.answer(true)
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('cancelling returns the error, and nothing is repeated', async () => {
  const call = vi.fn().mockRejectedValue(notRecent())
  const result = withRecentSignIn(call)
  const request = await vi.waitUntil(getPasswordRequest)
  request?.answer(false)
  await expect(result).rejects.toThrow('Sign in again.')
  expect(call).toHaveBeenCalledTimes(1)
})

test('other errors pass through', async () => {
  const call = vi.fn().mockRejectedValue(new RastroError(403, 'users.owner', 'No.'))
  await expect(withRecentSignIn(call)).rejects.toThrow('No.')
  expect(getPasswordRequest()).toBeUndefined()
})
