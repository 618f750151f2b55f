// What a store throws, and why: the caller receives the error, the log also its cause.

import { inspect } from 'node:util'
import { expect } from 'vitest'
import { UnavailableError } from '../../http/errors.ts'
import { RetriableError } from '../object-errors.ts'

export async function failureOf(work: Promise<unknown>): Promise<{ error: Error; text: string }> {
  const error = await work.then(
    () => new Error('It succeeded.'),
    (thrown: Error) => thrown,
  )
  return { error, text: inspect(error, { depth: 10, showHidden: true }) }
}

export async function expectUnavailable(work: Promise<unknown>, cause: RegExp): Promise<void> {
  const { error, text } = await failureOf(work)
  expect(error).toBeInstanceOf(UnavailableError)
  expect(error.cause).toBeInstanceOf(RetriableError)
  expect(text).toMatch(cause)
}
