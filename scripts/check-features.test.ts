import { expect, test } from 'vitest'
import { featureGraph, findCycle } from './check-features.ts'

const file = (feature: string, ...imports: string[]): [string, string] => [
  `server/src/features/${feature}/${feature}.ts`,
  imports.map((one) => `import type { X } from '../${one}/${one}.api.ts'`).join('\n'),
]

test('finds a cycle of several features, type imports included', () => {
  const graph = featureGraph(new Map([file('a', 'b'), file('b', 'c'), file('c', 'a', 'd'), file('d')]))
  expect(findCycle(graph)).toEqual(['a', 'b', 'c', 'a'])
  expect(graph.get('c')?.get('a')).toBe('server/src/features/c/c.ts imports server/src/features/a/a.api.ts')
})

test('accepts features that share a dependency', () => {
  expect(findCycle(featureGraph(new Map([file('a', 'b', 'c'), file('b', 'c'), file('c')])))).toBe(undefined)
})
