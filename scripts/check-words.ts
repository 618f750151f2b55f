// Fails where the interface says something that nobody can translate: text between tags, or in what people read of a tag.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

const web = fileURLToPath(new URL('../web/src', import.meta.url))

/** Attributes and fields whose text reaches a person. */
const readByPeople = new Set([
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

// biome-ignore lint/suspicious/noExplicitAny: swc's tree has hundreds of kinds, and this looks at five of them.
type Anything = any

export interface Finding {
  line: number
  text: string
}

export function findWords(source: string): Finding[] {
  // swc counts positions over all files it has read, in bytes, and from the first token on: so the first token is ours.
  const bytes = Buffer.from(`;${source}`)
  const tree = parseSync(bytes.toString(), { syntax: 'typescript', tsx: true })
  const found: Finding[] = []

  function visit(node: Anything): void {
    if (node === null || typeof node !== 'object') return
    for (const { span, text } of saidBy(node)) {
      if (!hasWords(text)) continue
      const before = bytes.subarray(0, span.start - tree.span.start).toString()
      found.push({ line: before.split('\n').length, text: text.trim() })
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(tree.body)
  return found
}

interface Said {
  span: { start: number }
  text: string
}

function saidBy(node: Anything): Said[] {
  switch (node.type) {
    case 'JSXText':
      return [{ span: node.span, text: node.value.trimStart() }]
    case 'JSXElement':
    case 'JSXFragment':
      return node.children
        .filter(({ type }: Anything) => type === 'JSXExpressionContainer')
        .flatMap(spelledOut)
    case 'JSXAttribute':
      return readByPeople.has(node.name.value) ? spelledOut(node.value) : []
    case 'KeyValueProperty':
      return readByPeople.has(node.key.value) ? spelledOut(node.value) : []
    default:
      return []
  }
}

/** What an expression may say: a text, a template, or one of several. */
function spelledOut(node: Anything): Said[] {
  switch (node?.type) {
    case 'StringLiteral':
      return [{ span: node.span, text: node.value }]
    case 'TemplateLiteral':
      return [{ span: node.span, text: node.quasis.map(({ raw }: Anything) => raw).join(' ') }]
    case 'ConditionalExpression':
      return [...spelledOut(node.consequent), ...spelledOut(node.alternate)]
    case 'BinaryExpression':
      // Of `one && other` only the other is shown, and a comparison says nothing.
      if (node.operator === '&&') return spelledOut(node.right)
      return ['||', '??', '+'].includes(node.operator) ? [node.left, node.right].flatMap(spelledOut) : []
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
      return spelledOut(node.expression)
    default:
      return []
  }
}

if (import.meta.main) {
  for (const file of globSync('**/*.tsx', { cwd: web }).sort()) {
    for (const { line, text } of findWords(readFileSync(`${web}/${file}`, 'utf8'))) {
      console.error(
        `web/src/${file}:${line} says "${text}" in one language only. Words belong into messages/.`,
      )
      process.exitCode = 1
    }
  }
}
