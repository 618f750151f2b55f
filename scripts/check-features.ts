// Refuses cycles between features: the folders of server/src/features must form a directed acyclic graph. Type imports
// count. dependency-cruiser checks cycles between files; a cycle between folders can exist without one.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** The features that each feature imports, with one import as an example. */
export function featureGraph(files: Map<string, string>): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>()
  for (const [path, text] of files) {
    const from = featureOf(path)
    if (!from) continue
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const target = join(dirname(path), specifier!)
      const to = featureOf(target)
      if (!to || to === from) continue
      const targets = graph.get(from) ?? new Map<string, string>()
      graph.set(from, targets)
      if (!targets.has(to)) targets.set(to, `${path} imports ${target}`)
    }
  }
  return graph
}

/** One cycle, as the features along it, or undefined. */
export function findCycle(graph: Map<string, Map<string, string>>): string[] | undefined {
  const done = new Set<string>()
  function visit(feature: string, path: string[]): string[] | undefined {
    const start = path.indexOf(feature)
    if (start >= 0) return [...path.slice(start), feature]
    if (done.has(feature)) return undefined
    for (const next of graph.get(feature)?.keys() ?? []) {
      const cycle = visit(next, [...path, feature])
      if (cycle) return cycle
    }
    done.add(feature)
    return undefined
  }
  for (const feature of graph.keys()) {
    const cycle = visit(feature, [])
    if (cycle) return cycle
  }
  return undefined
}

if (import.meta.main) {
  const paths = globSync('server/src/features/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  const graph = featureGraph(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
  const cycle = findCycle(graph)
  if (cycle) {
    console.error(`Features import each other in a cycle: ${cycle.join(' -> ')}`)
    for (const [index, feature] of cycle.slice(0, -1).entries()) {
      console.error(`  ${graph.get(feature)?.get(cycle[index + 1]!)}`)
    }
    process.exit(1)
  }
}
