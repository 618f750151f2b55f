// The messages of all languages must agree with each other and with the code.

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const languages = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const words = Object.fromEntries(languages.map((language) => [language, readMessages(language)]))
const anyNamespace = '*'
const { usedKeys, written } = findUsedKeys()

/** `alerts:list.title` to its text. */
function readMessages(language: string): Map<string, string> {
  const files = globSync(`${language}/*.json`, { cwd: import.meta.dirname })
  return new Map(
    files.flatMap((file) => {
      const messages = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
      return flatten(messages, `${basename(file, '.json')}:`)
    }),
  )
}

function flatten(messages: object, before: string): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    // A list is requested as a whole.
    const text = Array.isArray(value) ? value.join('\n') : value
    return typeof text === 'string' ? [[`${before}${key}`, text]] : flatten(text, `${before}${key}.`)
  })
}

/** Without the plural suffix: `devices_one` is `devices`. An extra `_zero` text is allowed. */
const plural = /_(zero|one|two|few|many|other)$/
const stem = (key: string) => key.replace(plural, '')
const stemsOf = (language: string) => new Set(words[language]!.keys().map(stem))
const formsOf = (language: string, key: string) =>
  [...words[language]!.keys()].filter((one) => stem(one) === key && plural.test(one))

interface UsedKey {
  file: string
  /** `alerts:list.title`; the gaps of a template match anything. */
  pattern: RegExp
}

// biome-ignore lint/suspicious/noExplicitAny: the swc tree has hundreds of kinds, and this inspects a few of them.
type Anything = any

function findUsedKeys(): { usedKeys: UsedKey[]; written: RegExp[] } {
  const usedKeys: UsedKey[] = []
  const written: RegExp[] = []
  for (const file of globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(join(source, file), 'utf8')
    // A `t` that is passed in may belong to any namespace.
    const namespace = /useTranslation\(\s*'([\w-]+)'/.exec(text)?.[1] ?? anyNamespace
    const visit = (node: Anything): void => {
      if (node === null || typeof node !== 'object') return
      if (isKey(node)) written.push(...patternsOf(node, namespace))
      const key = node.type === 'CallExpression' && node.callee.value === 't' && node.arguments[0]?.expression
      for (const pattern of key ? patternsOf(key, namespace) : []) usedKeys.push({ file, pattern })
      for (const value of Object.values(node)) visit(value)
    }
    visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }).body)
  }
  return { usedKeys, written }
}

/** A text that may be a message key. */
function isKey(node: Anything): boolean {
  const text =
    node.type === 'TemplateLiteral' ? node.quasis[0].raw : node.type === 'StringLiteral' && node.value
  return typeof text === 'string' && /^[\w-]+([:.][\w.-]*)?$/.test(text)
}

/** Gaps match anything. */
function patternOf(parts: string[], namespace: string): RegExp {
  const known = parts.map((part) => RegExp.escape(part)).join('.+')
  const before = namespace === anyNamespace ? '[^:]+:' : RegExp.escape(`${namespace}:`)
  // A suffix after an underscore is a context: `notifies_none`.
  return new RegExp(`^${parts[0]!.includes(':') ? '' : before}${known}(_[a-z]+)?$`)
}

/** The keys an expression may evaluate to. Variables are unknown. */
function patternsOf(node: Anything, namespace: string): RegExp[] {
  switch (node.type) {
    case 'StringLiteral':
      return [patternOf([node.value], namespace)]
    case 'TemplateLiteral':
      return [
        patternOf(
          node.quasis.map(({ raw }: Anything) => raw),
          namespace,
        ),
      ]
    case 'ConditionalExpression':
      return [...patternsOf(node.consequent, namespace), ...patternsOf(node.alternate, namespace)]
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
      return patternsOf(node.expression, namespace)
    default:
      return []
  }
}

describe.each(languages)('the messages of %s', (language) => {
  test('have the same keys as the English ones', () => {
    expect([...stemsOf(language)].sort()).toEqual([...stemsOf('en')].sort())
  })

  test('have every plural form of the language', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const key of stemsOf(language)) {
      const forms = formsOf(language, key)
        .map((one) => plural.exec(one)?.[1])
        .filter((form) => form !== 'zero')
      if (forms.length > 0) expect({ key, forms: forms.sort() }).toEqual({ key, forms: [...wanted].sort() })
    }
  })

  test('have the same placeholders as the English ones', () => {
    const gapsOf = (language: string, key: string) =>
      [...words[language]!].flatMap(([one, text]) =>
        stem(one) === key ? [...text.matchAll(/{{\s*([\w.]+)/g)].map(([, name]) => name) : [],
      )
    for (const key of stemsOf(language)) {
      // "One device" may leave its number out.
      const names = (of: string) => [...new Set(gapsOf(of, key))].sort()
      expect({ key, names: names(language) }).toEqual({ key, names: names('en') })
    }
  })

  test('are empty only where the English ones are', () => {
    const emptyOf = (language: string) =>
      [...words[language]!].filter(([, text]) => text.trim() === '').map(([key]) => stem(key))
    expect([...new Set(emptyOf(language))].sort()).toEqual([...new Set(emptyOf('en'))].sort())
  })
})

test('every message that the code uses exists', () => {
  const stems = [...stemsOf('en')]
  const missing = usedKeys.filter(({ pattern }) => !stems.some((key) => pattern.test(key)))
  expect(missing).toEqual([])
})

test('every message is used', () => {
  // A key that is chosen first and used later is written somewhere in the code of its namespace.
  const patterns = [...usedKeys.map(({ pattern }) => pattern), ...written]
  const isUsed = (key: string) => patterns.some((pattern) => pattern.test(key))
  expect([...stemsOf('en')].filter((key) => !isUsed(key))).toEqual([])
})
