// Finds untranslatable texts of the interface: text between tags, or in attributes that users read.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

const web = fileURLToPath(new URL('../web/src', import.meta.url))

/** Attributes and fields whose text users read. */
const readByUsers = new Set([
  'label',
  'placeholder',
  'title',
  'says',
  'description',
  'message',
  'alt',
  'error',
  'nothingFound',
  'nothingFoundMessage',
  'emptyMessage',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
])
const hasWords = (text: string) => /\p{L}{2,}/u.test(text)

// biome-ignore lint/suspicious/noExplicitAny: swc's tree has hundreds of node types, of which five matter here.
type Anything = any

export interface Finding {
  line: number
  text: string
}

export function findWords(source: string): Finding[] {
  // swc counts positions in bytes over all files it has read, starting at the first token: so we prepend a token.
  const bytes = Buffer.from(`;${source}`)
  const tree = parseSync(bytes.toString(), { syntax: 'typescript', tsx: true })
  const found: Finding[] = []

  function visit(node: Anything): void {
    if (node === null || typeof node !== 'object') return
    for (const { span, text } of textsIn(node)) {
      if (!hasWords(text)) continue
      const before = bytes.subarray(0, span.start - tree.span.start).toString()
      found.push({ line: before.split('\n').length, text: text.trim() })
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(tree.body)
  return found
}

interface FoundText {
  span: { start: number }
  text: string
}

function textsIn(node: Anything): FoundText[] {
  switch (node.type) {
    case 'JSXText':
      return [{ span: node.span, text: node.value.trimStart() }]
    case 'JSXElement':
    case 'JSXFragment':
      return node.children
        .filter(({ type }: Anything) => type === 'JSXExpressionContainer')
        .flatMap(literalsIn)
    case 'JSXAttribute':
      return readByUsers.has(node.name.value) ? literalsIn(node.value) : []
    case 'KeyValueProperty':
      return readByUsers.has(node.key.value) ? literalsIn(node.value) : []
    default:
      return []
  }
}

/** The texts of an expression: a literal, a template, or one of several branches. */
function literalsIn(node: Anything): FoundText[] {
  switch (node?.type) {
    case 'StringLiteral':
      return [{ span: node.span, text: node.value }]
    case 'TemplateLiteral':
      return [{ span: node.span, text: node.quasis.map(({ raw }: Anything) => raw).join(' ') }]
    case 'ConditionalExpression':
      return [...literalsIn(node.consequent), ...literalsIn(node.alternate)]
    case 'BinaryExpression':
      // Of `one && other` only the other is shown; comparisons are not.
      if (node.operator === '&&') return literalsIn(node.right)
      return ['||', '??', '+'].includes(node.operator) ? [node.left, node.right].flatMap(literalsIn) : []
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
      return literalsIn(node.expression)
    default:
      return []
  }
}

if (import.meta.main) {
  for (const file of globSync('**/*.tsx', { cwd: web }).sort()) {
    for (const { line, text } of findWords(readFileSync(`${web}/${file}`, 'utf8'))) {
      console.error(`web/src/${file}:${line} contains the text "${text}". Texts belong in messages/.`)
      process.exitCode = 1
    }
  }
}
