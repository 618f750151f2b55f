// The chart, installed by Helm into a real API server without nodes: what it keeps is what the chart asked for.

import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Anything } from '../render-chart.ts'
import { chartDir, renderChart } from '../render-chart.ts'

const run = promisify(execFile)
const url = ['--set', 'publicUrl=https://rastro.example']
const everything = [
  ...url,
  ...[
    '--set',
    'ingress.enabled=true',
    '--set',
    'ingress.host=rastro.example',
    '--set',
    'ingress.className=nginx',
  ],
  ...['--set', 'roles.mqtt.enabled=true', '--set', 'gatewayService.tls.secretName=trackers'],
  ...['--set', 'monitoring.podMonitor=true', '--set-file', 'monitoring.rules=deploy/prometheus/rules.yaml'],
  ...['--set-json', 'trustedProxies=["10.0.0.0/8"]', '--set', 'priorityClassName=trackers'],
]

/** The lab's version knows these under their former names, with the same fields. */
const formerNames = [
  ['policy/v1', 'policy/v1beta1'],
  ['autoscaling/v2', 'autoscaling/v2beta2'],
] as const

let dir: string
let chart: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rastro-chart-'))
  chart = join(dir, 'rastro')
  cpSync(chartDir, chart, { recursive: true })
  // A build from plain sources has no version.
  edit('Chart.yaml', (text) => text.replace(/kubeVersion: .*/, 'kubeVersion: ">=0.0.0-0"'))
  for (const [name, former] of formerNames)
    edit('templates/scaling.yaml', (text) =>
      text.replaceAll(`apiVersion: ${name}\n`, `apiVersion: ${former}\n`),
    )
  writeFileSync(join(dir, 'crds.yaml'), ['PodMonitor', 'PrometheusRule'].map(operatorKind).join('---\n'))
  await kubectl('apply', '-f', join(dir, 'crds.yaml'))
  await kubectl('wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(chart, file), change(readFileSync(join(chart, file), 'utf8')))
}

/** A kind of the Prometheus operator, whose schema is not checked. */
function operatorKind(kind: string): string {
  const plural = `${kind.toLowerCase()}s`
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.monitoring.coreos.com }
spec:
  group: monitoring.coreos.com
  scope: Namespaced
  names: { kind: ${kind}, plural: ${plural}, singular: ${kind.toLowerCase()} }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`
}

async function kubectl(...args: string[]): Promise<string> {
  return (await run('kubectl', args, { maxBuffer: 16_777_216 })).stdout
}
/** Without hooks: no node runs the job of the migration. */
const helm = (...args: string[]) => run('helm', args, { maxBuffer: 16_777_216 })
const upgrade = (values: readonly string[]) =>
  helm('upgrade', '--install', 'rastro', chart, '--no-hooks', ...values)

async function released(): Promise<Anything[]> {
  const { stdout } = await helm('get', 'manifest', 'rastro')
  // As Helm and the server read YAML, in which 0440 is an octal number.
  return parseAllDocuments(stdout, { version: '1.1' }).flatMap((document) => document.toJS() ?? [])
}

/** What the server keeps of an object, under the name that the chart used for its version. */
async function kept({ apiVersion, kind, metadata }: Anything): Promise<Anything> {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const type = group ? `${kind}.${version}.${group}` : kind
  return JSON.parse(await kubectl('get', type, metadata.name, '-o', 'json'))
}

async function expectKept(objects: Anything[]): Promise<void> {
  for (const object of objects) {
    const { apiVersion: _version, ...wanted } = object
    expect(await kept(object)).toMatchObject(withoutEmpty(wanted))
  }
}

/** The server leaves out what is empty. */
function withoutEmpty(value: Anything): Anything {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== '' && inner !== null)
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutEmpty(inner)]))
}

const kindsOf = (objects: Anything[]) => objects.map(({ kind }) => kind).toSorted()

test('the chart passes the linter', async () => {
  await helm('lint', chartDir, '--strict', ...everything)
})

test('the server keeps everything that the required values ask for', async () => {
  await upgrade(url)
  const objects = await released()
  expect(kindsOf(objects)).toEqual(
    kindsOf(renderChart({ publicUrl: 'https://rastro.example' }).filter(({ kind }) => kind !== 'Job')),
  )
  await expectKept(objects)
})

test('an upgrade to everything changes what is there, and the way back works', async () => {
  await upgrade(everything)
  const objects = await released()
  expect(kindsOf(objects)).toEqual(expect.arrayContaining(['Ingress', 'PodMonitor', 'PrometheusRule']))
  await expectKept(objects)
  await helm('rollback', 'rastro', '1', '--no-hooks')
  await expectKept(await released())
  await expect(kubectl('get', 'ingress', 'rastro-api')).rejects.toThrow('not found')
})

test('the values for a small cluster are accepted', async () => {
  await upgrade(['-f', `${chart}/values-small.yaml`, ...url])
  await expectKept(await released())
})

test('the server accepts the job of the migrations', async () => {
  const { stdout } = await helm('template', 'rastro', chart, '--show-only', 'templates/migrate.yaml', ...url)
  const job = join(dir, 'migrate.yaml')
  writeFileSync(job, stdout)
  expect(await kubectl('create', '--dry-run=server', '-o', 'name', '-f', job)).toContain('rastro-migrate')
})

test('the server refuses what no node could run', async () => {
  const tooLittle = ['--set', 'roles.api.resources.limits.memory=1Mi']
  await expect(upgrade([...url, ...tooLittle])).rejects.toThrow(/must be less than or equal to memory limit/)
})

test('nothing remains after the chart is uninstalled', async () => {
  await helm('uninstall', 'rastro', '--no-hooks')
  const kinds =
    'deployments,services,networkpolicies,poddisruptionbudgets,horizontalpodautoscalers,ingresses,podmonitors'
  const { stdout } = spawnSync('kubectl', ['get', kinds, '-l', 'app.kubernetes.io/name=rastro', '-o', 'name'])
  expect(String(stdout)).toBe('')
})
