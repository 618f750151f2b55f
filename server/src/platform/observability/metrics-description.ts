// docs/metrics.md, from the metrics themselves.

import { markdownTable } from './markdown-table.ts'
import { registry } from './metrics.ts'
import { collectProcessMetrics } from './metrics-server.ts'

export interface MetricSaid {
  name: string
  type: string
  labels: string[]
  help: string
}

/** Figures of the process, which prom-client brings, come last. */
export async function listMetrics(): Promise<{ own: MetricSaid[]; process: MetricSaid[] }> {
  collectProcessMetrics()
  const all = await Promise.all(
    registry.getMetricsAsArray().map(async (metric) => {
      const { name, type, help } = await (metric as unknown as { get(): Promise<MetricSaid> }).get()
      const { labelNames } = metric as unknown as { labelNames: string[] }
      return { name, type, labels: [...labelNames], help: help.replace(/\.$/, '') }
    }),
  )
  const isOfProcess = ({ name }: MetricSaid) => /^rastro_(nodejs|process)_/.test(name)
  return { own: all.filter((metric) => !isOfProcess(metric)), process: all.filter(isOfProcess) }
}

export async function describeMetrics(): Promise<string> {
  const { own, process } = await listMetrics()
  return `# Metrics

Made from \`server/src/platform/observability/metrics.ts\` by \`npm run generate\`. Where they are shown, and what to do when one looks
wrong, is in [operate.md](operate.md). Every series also has the label \`role\`. A histogram has \`_bucket\`, \`_sum\` and
\`_count\`. No label names a customer, a device or a person.

${tableOf(own)}

## Of the process

By prom-client, for each process.

${tableOf(process)}
`
}

function tableOf(metrics: MetricSaid[]): string {
  const rows = metrics.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help.replaceAll('|', '\\|'),
  ])
  return markdownTable([['name', 'type', 'labels', 'what'], ...rows])
}
