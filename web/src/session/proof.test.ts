import { RastroError } from '@rastro/client'
import { expect, test, vi } from 'vitest'
import { getProofRequest, withProof } from './proof.ts'

const notRecent = () => new RastroError(403, 'access.not_recent', 'Sign in again.')

test('asks for the password when the server does, and repeats the call', async () => {
  const call = vi.fn().mockRejectedValueOnce(notRecent()).mockResolvedValueOnce('done')
  const result = withProof(call)
  await vi.waitUntil(getProofRequest)
  getProofRequest()?.answer(true)
  expect(await result).toBe('done')
  expect(getProofRequest()).toBeUndefined()
})

test('two calls ask once', async () => {
  const first = withProof(vi.fn().mockRejectedValueOnce(notRecent()).mockResolvedValueOnce(1))
  const second = withProof(vi.fn().mockRejectedValueOnce(notRecent()).mockResolvedValueOnce(2))
  const request = await vi.waitUntil(getProofRequest)
  await Promise.resolve()
  expect(getProofRequest()).toBe(request)
  request?.answer(true)
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('whoever does not type it gets the refusal, and nothing is repeated', async () => {
  const call = vi.fn().mockRejectedValue(notRecent())
  const result = withProof(call)
  const request = await vi.waitUntil(getProofRequest)
  request?.answer(false)
  await expect(result).rejects.toThrow('Sign in again.')
  expect(call).toHaveBeenCalledTimes(1)
})

test('other refusals pass', async () => {
  const call = vi.fn().mockRejectedValue(new RastroError(403, 'users.owner', 'No.'))
  await expect(withProof(call)).rejects.toThrow('No.')
  expect(getProofRequest()).toBeUndefined()
})
