import { expect, test } from 'vitest'
import type { HttpSample } from '../testing/samples.ts'
import { decodeHttpSample, readSamples } from '../testing/samples.ts'
import { globalstarStu } from './globalstar-stu.ts'

test.each(readSamples<HttpSample>('globalstar-stu'))('$title', (sample) => {
  const { decoded, accept, refuse } = sample
  expect(decodeHttpSample(globalstarStu, sample)).toStrictEqual({ decoded, accept, refuse })
})
