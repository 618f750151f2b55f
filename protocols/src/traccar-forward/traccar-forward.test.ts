import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { traccarForward } from './traccar-forward.ts'

test.each(readSamples<HttpSample>('traccar-forward'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(traccarForward, sample)).toStrictEqual({ decoded, accept, refuse })
})
