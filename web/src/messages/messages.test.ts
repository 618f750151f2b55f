// The words of all languages, and the code that asks for them, belong together.

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const languages = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const words = Object.fromEntries(languages.map((language) => [language, readWords(language)]))
const anyRoom = '*'
const { asked, written } = findAsked()

/** `alerts:list.title` to what it says there. */
function readWords(language: string): Map<string, string> {
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
    // A list is asked for as a whole.
    const text = Array.isArray(value) ? value.join('\n') : value
    return typeof text === 'string' ? [[`${before}${key}`, text]] : flatten(text, `${before}${key}.`)
  })
}

/** Without what makes it a plural: `devices_one` is `devices`. A text for none at all may stand beside them. */
const plural = /_(zero|one|two|few|many|other)$/
const stem = (key: string) => key.replace(plural, '')
const stemsOf = (language: string) => new Set(words[language]!.keys().map(stem))
const formsOf = (language: string, key: string) =>
  [...words[language]!.keys()].filter((one) => stem(one) === key && plural.test(one))

interface Asked {
  file: string
  /** `alerts:list.title`; a template's gaps may be anything. */
  pattern: RegExp
}

// biome-ignore lint/suspicious/noExplicitAny: swc's tree has hundreds of kinds, and this looks at a few of them.
type Anything = any

function findAsked(): { asked: Asked[]; written: RegExp[] } {
  const asked: Asked[] = []
  const written: RegExp[] = []
  for (const file of globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(join(source, file), 'utf8')
    // Who is handed `t` does not know whose it is.
    const room = /useTranslation\(\s*'([\w-]+)'/.exec(text)?.[1] ?? anyRoom
    const visit = (node: Anything): void => {
      if (node === null || typeof node !== 'object') return
      if (isKey(node)) written.push(...patternsOf(node, room))
      const key = node.type === 'CallExpression' && node.callee.value === 't' && node.arguments[0]?.expression
      for (const pattern of key ? patternsOf(key, room) : []) asked.push({ file, pattern })
      for (const value of Object.values(node)) visit(value)
    }
    visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }).body)
  }
  return { asked, written }
}

/** A text that may be a key, wherever it is asked for. */
function isKey(node: Anything): boolean {
  const text =
    node.type === 'TemplateLiteral' ? node.quasis[0].raw : node.type === 'StringLiteral' && node.value
  return typeof text === 'string' && /^[\w-]+([:.][\w.-]*)?$/.test(text)
}

/** Gaps may be anything. */
function patternOf(parts: string[], room: string): RegExp {
  const known = parts.map((part) => RegExp.escape(part)).join('.+')
  const before = room === anyRoom ? '[^:]+:' : RegExp.escape(`${room}:`)
  // What follows an underscore is a context: `tells_nobody`.
  return new RegExp(`^${parts[0]!.includes(':') ? '' : before}${known}(_[a-z]+)?$`)
}

/** The keys that an expression may become. Of a variable nothing is known. */
function patternsOf(node: Anything, room: string): RegExp[] {
  switch (node.type) {
    case 'StringLiteral':
      return [patternOf([node.value], room)]
    case 'TemplateLiteral':
      return [
        patternOf(
          node.quasis.map(({ raw }: Anything) => raw),
          room,
        ),
      ]
    case 'ConditionalExpression':
      return [...patternsOf(node.consequent, room), ...patternsOf(node.alternate, room)]
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
      return patternsOf(node.expression, room)
    default:
      return []
  }
}

describe.each(languages)('the words of %s', (language) => {
  test('say everything that English says, and nothing else', () => {
    expect([...stemsOf(language)].sort()).toEqual([...stemsOf('en')].sort())
  })

  test('have each plural form that the language has', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const key of stemsOf(language)) {
      const forms = formsOf(language, key)
        .map((one) => plural.exec(one)?.[1])
        .filter((form) => form !== 'zero')
      if (forms.length > 0) expect({ key, forms: forms.sort() }).toEqual({ key, forms: [...wanted].sort() })
    }
  })

  test('name the same things in their gaps as the English ones', () => {
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

test('every text that the code asks for is there', () => {
  const stems = [...stemsOf('en')]
  const missing = asked.filter(({ pattern }) => !stems.some((key) => pattern.test(key)))
  expect(missing).toEqual([])
})

test('every text that is there is asked for', () => {
  // A key that is chosen first and asked for later is written somewhere among the code of its room.
  const patterns = [...asked.map(({ pattern }) => pattern), ...written]
  const isUsed = (key: string) => patterns.some((pattern) => pattern.test(key))
  expect([...stemsOf('en')].filter((key) => !isUsed(key))).toEqual([])
})
