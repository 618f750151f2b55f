// The dashboard, the alerting rules and the guide use existing metrics and match each other.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listMetrics } from './metrics-description.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}
interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { uid: string }
  targets?: { expr: string }[]
}

const rules: Rule[] = parse(read('deploy/prometheus/rules.yaml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const dashboard = JSON.parse(read('deploy/grafana/rastro.json'))
const panels: Panel[] = dashboard.panels
const guide = read('docs/operate.md')

/** A histogram has one series per part. */
async function listSeries(): Promise<Map<string, Set<string>>> {
  const { own, process } = await listMetrics()
  const series = new Map<string, Set<string>>([['up', new Set(['job', 'instance'])]])
  for (const { name, type, labels } of [...own, ...process]) {
    const common = [...labels, 'role', 'instance', 'job']
    if (type !== 'histogram') series.set(name, new Set(common))
    else {
      for (const part of ['bucket', 'sum', 'count']) series.set(`${name}_${part}`, new Set([...common, 'le']))
    }
  }
  return series
}

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

test.each(expressions)('%s uses existing series: %s', async (_name, expr) => {
  const series = await listSeries()
  const asked = [...expr.matchAll(/\b(rastro_\w+|up)\b(\{[^}]*\})?/g)]
  expect(asked.length).toBeGreaterThan(0)
  for (const [, name, selector = ''] of asked) {
    expect([...series.keys()]).toContain(name)
    const wanted = [...selector.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label]) => label!)
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */))
    for (const label of [...wanted, ...grouped]) expect([...series.get(name!)!]).toContain(label)
  }
})

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  '%s has a summary, a description and a runbook section',
  (_, rule) => {
    expect(['warning', 'critical']).toContain(rule.labels.severity)
    expect(rule.annotations.summary.length).toBeGreaterThan(10)
    expect(rule.annotations.description.length).toBeGreaterThan(40)
    expect(rule.annotations.runbook_url).toBe(`docs/operate.md#${rule.alert.toLowerCase()}`)
    const [, section = ''] = guide.split(`\n### ${rule.alert}\n`)
    expect(section.split('\n#')[0]!.length).toBeGreaterThan(80)
  },
)

test('every alert in the guide has a rule', () => {
  const sections = [...guide.matchAll(/^### (Rastro\w+)$/gm)].map(([, name]) => name)
  expect(sections).toEqual(rules.map(({ alert }) => alert))
})

test('the dashboard can be imported: panels do not overlap, and use one selectable data source', () => {
  expect(dashboard).toMatchObject({ uid: 'rastro', title: 'Rastro', schemaVersion: 39 })
  expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { type, gridPos, datasource, targets } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(x).toBeLessThan(24)
        expect(taken.has(`${x} ${y}`)).toBe(false)
        taken.add(`${x} ${y}`)
      }
    }
    if (type === 'row') continue
    expect(datasource?.uid).toMatch(/^\$\{datasource\}$/)
    expect(targets!.length).toBeGreaterThan(0)
  }
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Trackers',
    'Recording',
    'Alerts and notifications',
    'Trips',
    'API and streams',
    'Accounts, sign-in and spending',
    'Dependencies',
    'Processes',
    'Places',
    'Reports',
    'Fuel and maintenance',
    'Resale',
    'Archive',
    'Escalation',
  ])
})

test('every metric is used by a panel or a rule', async () => {
  const { own } = await listMetrics()
  const text = expressions.map(([, expr]) => expr).join('\n')
  expect(own.map(({ name }) => name).filter((name) => !text.includes(name))).toEqual([])
})
