// The words of all languages, and the code that asks for them, belong together.

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const languages = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const words = Object.fromEntries(languages.map((language) => [language, readWords(language)]))
const used = findUsed()

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
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${before}${key}`, value]] : flatten(value, `${before}${key}.`),
  )
}

/** Without what makes it a plural: `devices_one` is `devices`. */
const plural = /_(zero|one|two|few|many|other)$/
const stem = (key: string) => key.replace(plural, '')
const stemsOf = (language: string) => new Set(words[language]!.keys().map(stem))
const formsOf = (language: string, key: string) =>
  [...words[language]!.keys()].filter((one) => stem(one) === key && plural.test(one))

/** What the code asks for: whole keys, and beginnings of those that are put together. */
function findUsed(): { file: string; key: string; isBeginning: boolean }[] {
  return globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const room = /useTranslation\(\s*\[?\s*'([\w-]+)'/.exec(text)?.[1] ?? 'shell'
    const asked = [...text.matchAll(/\bt\(\s*(?:'([^']+)'|`([^`]+)`)|i18nKey=(?:"([^"]+)"|{`([^`]+)`})/g)]
    // Keys that are chosen first and asked for later are written out with their room or as literals of a list.
    return asked.map(([, plain, template, plainTrans, templateTrans]) => {
      const written = plain ?? template ?? plainTrans ?? templateTrans ?? ''
      const [known = ''] = written.split('$' + '{')
      const key = known.includes(':') ? known : `${room}:${known}`
      return { file, key, isBeginning: known !== written }
    })
  })
}

describe.each(languages)('the words of %s', (language) => {
  test('say everything that English says, and nothing else', () => {
    expect([...stemsOf(language)].sort()).toEqual([...stemsOf('en')].sort())
  })

  test('have each plural form that the language has', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const key of stemsOf(language)) {
      const forms = formsOf(language, key).map((one) => plural.exec(one)?.[1])
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

  test('leave no text empty', () => {
    const empty = [...words[language]!].filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  })
})

test('every text that the code asks for is there', () => {
  const stems = stemsOf('en')
  const missing = used.filter(({ key, isBeginning }) =>
    isBeginning ? ![...stems].some((one) => one.startsWith(key)) : !stems.has(key),
  )
  expect(missing).toEqual([])
})

test('every text that is there is asked for', () => {
  const whole = new Set(used.filter(({ isBeginning }) => !isBeginning).map(({ key }) => key))
  const beginnings = used.filter(({ isBeginning }) => isBeginning).map(({ key }) => key)
  const unused = [...stemsOf('en')].filter(
    (key) =>
      !key.startsWith('ui:') && !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  )
  expect(unused).toEqual([])
})
