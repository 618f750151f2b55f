import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { rockblock } from './rockblock.ts'

test.each(readSamples<HttpSample>('rockblock'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(rockblock, sample)).toStrictEqual({ decoded, accept, refuse })
})
