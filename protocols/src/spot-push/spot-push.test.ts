import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { spotPush } from './spot-push.ts'

test.each(readSamples<HttpSample>('spot-push'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(spotPush, sample)).toStrictEqual({ decoded, accept, refuse })
})
