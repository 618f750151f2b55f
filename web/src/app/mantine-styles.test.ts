import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const library = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
const importPattern = /import (?:type )?([^;]*?) from ["']([^"']+)["']/gs

function importsOf(file: string): { names: string[]; from: string }[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([, what = '', from = '']) => ({
    names: what.match(/\w+/g) ?? [],
    from,
  }))
}

/** The style sheets of a file of the library and of everything that it imports. */
function collectStyles(file: string, seen: Set<string>, styles: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return
  seen.add(file)
  for (const { from } of importsOf(file)) {
    if (from.endsWith('.module.mjs')) styles.add(basename(from, '.module.mjs'))
    else if (from.startsWith('.')) collectStyles(join(dirname(file), from), seen, styles)
  }
}

test('every component that is used has its styles', () => {
  const files = [
    ...globSync(join(import.meta.dirname, '../**/*.{ts,tsx}')),
    ...globSync(join(library, '../{notifications,spotlight}/esm/**/*.mjs')),
  ]
  const used = new Set(
    files
      .flatMap(importsOf)
      .filter(({ from }) => from === '@mantine/core')
      .flatMap(({ names }) => names),
  )
  const styles = new Set<string>()
  for (const { names, from } of importsOf(join(library, 'esm/index.mjs'))) {
    if (names.some((name) => used.has(name))) collectStyles(join(library, 'esm', from), new Set(), styles)
  }
  const listed = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8')
  expect(styles.size).toBeGreaterThan(30)
  expect([...styles].filter((name) => !listed.includes(`/${name}.layer.css`))).toEqual([])
})
