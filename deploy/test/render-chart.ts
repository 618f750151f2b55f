// Renders the chart to Kubernetes objects.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { isEmpty, parseTemplates } from './template.ts'

// biome-ignore lint/suspicious/noExplicitAny: Kubernetes objects of any kind.
export type Anything = any

export const chartDir = fileURLToPath(new URL('../helm/rastro', import.meta.url))
const read = (file: string) => readFileSync(`${chartDir}/${file}`, 'utf8')

const functions: Record<string, (...args: Anything[]) => unknown> = {
  and: (...all) => all.find(isEmpty) ?? all.at(-1),
  default: (otherwise, value) => (isEmpty(value) ? otherwise : value),
  dict: (...all) => Object.fromEntries(all.flatMap((key, at) => (at % 2 === 0 ? [[key, all[at + 1]]] : []))),
  eq: (left, right) => left === right,
  gt: (left, right) => left > right,
  int: Number,
  join: (by, list) => list.join(by),
  ne: (left, right) => left !== right,
  nindent: (blanks, text) => `\n${String(text).replace(/^(?=.)/gm, ' '.repeat(blanks))}`,
  not: isEmpty,
  or: (...all) => all.find((one) => !isEmpty(one)) ?? all.at(-1),
  printf: (text, ...values) => values.reduce((result, value) => result.replace('%s', value), text),
  quote: (value) => JSON.stringify(String(value)),
  required(message, value) {
    if (isEmpty(value)) throw new Error(message)
    return value
  },
  toYaml: (value) => stringify(value).trimEnd(),
}

export function readValues(): Anything {
  return parse(read('values.yaml'))
}

/** `more` is merged over values.yaml, as Helm does. */
export function renderChart(more: Record<string, unknown>): Anything[] {
  const files = globSync('*.{yaml,tpl}', { cwd: `${chartDir}/templates` })
  const texts = Object.fromEntries(files.map((file) => [basename(file), read(`templates/${file}`)]))
  const template = parseTemplates(texts, functions)
  const chart = parse(read('Chart.yaml'))
  const root = {
    Values: layOver(readValues(), more),
    Release: { Name: 'rastro', Service: 'Helm' },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
  }
  return files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(template.render(basename(file), root)))
    .map((document) => {
      if (document.errors[0]) throw document.errors[0]
      return document.toJS()
    })
    .filter(Boolean)
}

export function layOver(under: Anything, over: Anything): Anything {
  if (!isMap(under) || !isMap(over)) return over
  const merged = Object.keys(over).map((key) => [key, layOver(under[key], over[key])])
  return { ...under, ...Object.fromEntries(merged) }
}

function isMap(value: unknown): boolean {
  return Boolean(value) && typeof value === 'object' && !Array.isArray(value)
}
