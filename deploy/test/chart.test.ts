import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { roles } from '../../server/src/roles/roles.ts'
import type { Anything } from './render-chart.ts'
import { chartDir, layOver, readValues, renderChart } from './render-chart.ts'
import { settings } from './settings.ts'

const least = { publicUrl: 'https://rastro.example' }
const all = {
  ...least,
  trustedProxies: ['10.1.0.0/16', '10.2.0.0/16'],
  settings: { RASTRO_LOG_LEVEL: 'warn' },
  image: { tag: '1.2.3', pullSecrets: [{ name: 'pull' }] },
  roles: {
    mqtt: { enabled: true },
    notifier: { secrets: [{ key: 'smtp-url', setting: 'RASTRO_SMTP_URL_FILE' }] },
  },
  gatewayService: { tls: { secretName: 'trackers' } },
  ingress: { enabled: true, className: 'nginx', host: 'rastro.example', annotations: { 'a/b': 'off' } },
  monitoring: { podMonitor: true, rules: 'groups:\n  - name: rastro\n    rules: []\n' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'k', operator: 'Exists' }],
  podAnnotations: { p: 'q' },
  priorityClassName: 'high',
}

const kindOf = (objects: Anything[], kind: string) => objects.filter((one) => one.kind === kind)
const podsOf = (objects: Anything[]) =>
  [...kindOf(objects, 'Deployment'), ...kindOf(objects, 'Job')].map((one) => ({
    name: one.metadata.name,
    labels: one.spec.template.metadata.labels,
    spec: one.spec.template.spec,
    container: one.spec.template.spec.containers[0],
  }))
const isPartOf = (part: Record<string, string>, whole: Record<string, string>) =>
  Object.entries(part).every(([key, value]) => whole[key] === value)

test.each([
  ['the required values only', least, ['api', 'gateway', 'notifier', 'recorder', 'reporter', 'trips']],
  ['everything', all, [...roles].sort()],
])('%s render one deployment per role', (_, values, wanted) => {
  const names = kindOf(renderChart(values), 'Deployment').map((one) => one.metadata.name)
  expect(names).toEqual(wanted.map((role) => `rastro-${role}`))
})

test('the values for small clusters leave most of two cores free', () => {
  const small = parse(readFileSync(`${chartDir}/values-small.yaml`, 'utf8'))
  const deployments = kindOf(renderChart({ ...small, ...least }), 'Deployment')
  expect(deployments.map((one) => one.spec.replicas)).toEqual(deployments.map(() => 1))
  const millis = deployments.map((one) =>
    Number.parseInt(one.spec.template.spec.containers[0].resources.requests.cpu, 10),
  )
  expect(millis.reduce((sum, one) => sum + one, 0)).toBeLessThan(500)
})

test('rejects a missing public URL', () => {
  expect(() => renderChart({})).toThrow('publicUrl is not set')
})

describe.each([
  ['least', renderChart(least)],
  ['all', renderChart(all)],
])('with %s', (_, objects) => {
  const pods = podsOf(objects)

  test('names are unique, and every object has its labels', () => {
    const names = objects.map((one) => `${one.kind}/${one.metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const one of objects) expect(one.apiVersion).toMatch(/^[a-z0-9./]+$/)
  })

  test('every selector matches pods', () => {
    const selectors = objects.flatMap((one) => {
      if (one.kind === 'Service') return [one.spec.selector]
      const selector = one.spec.selector ?? one.spec.podSelector
      return selector ? [selector.matchLabels] : []
    })
    expect(selectors.length).toBeGreaterThan(10)
    for (const selector of selectors) expect(pods.some(({ labels }) => isPartOf(selector, labels))).toBe(true)
  })

  test('named ports exist in those pods', () => {
    for (const service of kindOf(objects, 'Service')) {
      const pod = pods.find(({ labels }) => isPartOf(service.spec.selector, labels))!
      for (const { targetPort, protocol } of service.spec.ports) {
        expect(pod.container.ports).toContainEqual(expect.objectContaining({ name: targetPort, protocol }))
      }
    }
    for (const { spec } of kindOf(objects, 'NetworkPolicy')) {
      const pod = pods.find(({ labels }) => isPartOf(spec.podSelector.matchLabels, labels))!
      const named = spec.ingress.flatMap((rule: Anything) => rule.ports.map((port: Anything) => port.port))
      const has = pod.container.ports.map((port: Anything) => port.name)
      expect(named.filter((name: string) => !has.includes(name))).toEqual([])
    }
  })

  test('each role is probed at its own port', () => {
    for (const { container, spec } of pods.filter(({ name }) => name !== 'rastro-migrate')) {
      const role = container.args[1]
      const metrics = container.ports.find((port: Anything) => port.name === 'metrics')
      expect(metrics.containerPort).toBe(9_464 + roles.indexOf(role))
      expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'metrics' })
      expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'metrics' })
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(35)
    }
  })

  test('every pod meets Kubernetes’ restricted security standard', () => {
    for (const { spec, container } of pods) {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(spec.automountServiceAccountToken).toBe(false)
      expect(container.resources.limits.memory).toBeTruthy()
      expect(container.image).not.toMatch(/:(latest)?$/)
    }
  })

  test('every setting exists, is set once, and its file is mounted', () => {
    for (const { spec, container } of pods) {
      const names = container.env.map((one: Anything) => one.name)
      expect(names.filter((name: string) => !settings.has(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
      for (const { value } of container.env) expect(typeof value).toBe('string')
      const mounted = spec.volumes[0].secret.items.map(({ path }: Anything) => `/run/secrets/rastro/${path}`)
      // The Secret of cert-manager, with the keys of its type.
      if (spec.volumes.some(({ name }: Anything) => name === 'tls'))
        mounted.push('/run/tls/tls.crt', '/run/tls/tls.key')
      const files = container.env.filter(({ name }: Anything) => name.endsWith('_FILE'))
      expect(files.map((one: Anything) => one.value).sort()).toEqual(mounted.sort())
    }
  })

  test('only migrations have the owner’s password', () => {
    const holders = pods.filter(({ spec }) => JSON.stringify(spec).includes('owner-url'))
    expect(holders.map(({ name }) => name)).toEqual(['rastro-migrate'])
  })
})

test('a role with autoscaling has no fixed number of replicas', () => {
  const objects = renderChart(least)
  const scaled = kindOf(objects, 'HorizontalPodAutoscaler').map((one) => one.spec.scaleTargetRef.name)
  expect(scaled).toEqual(['rastro-api', 'rastro-gateway'])
  for (const { metadata, spec } of kindOf(objects, 'Deployment')) {
    expect(spec.replicas).toBe(scaled.includes(metadata.name) ? undefined : 2)
  }
})

test('only roles with external connections may open them', () => {
  const open = kindOf(renderChart(all), 'NetworkPolicy').filter(({ spec }) =>
    spec.egress.some((rule: Anything) => Object.keys(rule).length === 0),
  )
  expect(open.map((one) => one.metadata.name)).toEqual(['rastro-mqtt', 'rastro-notifier'])
})

describe('the schema of values', () => {
  const schema = JSON.parse(readFileSync(`${chartDir}/values.schema.json`, 'utf8'))
  const takes = new Ajv({ strict: false }).compile(schema)

  test.each([least, all])('accepts the values of these tests (%#)', (values) => {
    const whole = layOver(readValues(), values)
    takes(whole)
    expect(takes.errors).toBe(null)
  })

  test.each([
    ['an address without TLS', { publicUrl: 'http://rastro.example' }],
    ['no address', { publicUrl: '' }],
    ['a tag that moves', { image: { tag: 'latest' } }],
    ['an unknown key', { publicURL: 'https://rastro.example' }],
    ['a setting of another program', { settings: { PATH: '/' } }],
    ['a number that Helm would round', { settings: { RASTRO_EVENT_LOG_MAX_MB: 1_000_000 } }],
    ['two replicas of a log', { nats: { replicas: 2 } }],
  ])('refuses %s', (_, values) => {
    expect(takes(layOver(readValues(), { ...least, ...values }))).toBe(false)
  })
})
