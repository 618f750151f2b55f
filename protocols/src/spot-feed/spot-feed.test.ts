import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { spotFeed } from './spot-feed.ts'

test.each(readSamples<HttpSample>('spot-feed'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(spotFeed, sample)).toStrictEqual({ decoded, accept, refuse })
})
