import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { chirpstack } from './chirpstack.ts'

test.each(readSamples<HttpSample>('chirpstack'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(chirpstack, sample)).toStrictEqual({ decoded, accept, refuse })
})
