import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { theThingsStack } from './the-things-stack.ts'

test.each(readSamples<HttpSample>('the-things-stack'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(theThingsStack, sample)).toStrictEqual({ decoded, accept, refuse })
})
