// Generates docs/metrics.md from the registered metrics.

import { markdownTable } from './markdown-table.ts'
import { registry } from './metrics.ts'
import { collectProcessMetrics } from './metrics-server.ts'

export interface MetricDescription {
  name: string
  type: string
  labels: string[]
  help: string
}

/** Rastro's metrics, and the process metrics of prom-client. */
export async function listMetrics(): Promise<{ own: MetricDescription[]; process: MetricDescription[] }> {
  collectProcessMetrics()
  const all = await Promise.all(
    registry.getMetricsAsArray().map(async (metric) => {
      const { name, type, help } = await (metric as unknown as { get(): Promise<MetricDescription> }).get()
      const { labelNames } = metric as unknown as { labelNames: string[] }
      return { name, type, labels: [...labelNames], help: help.replace(/\.$/, '') }
    }),
  )
  const isOfProcess = ({ name }: MetricDescription) => /^rastro_(nodejs|process)_/.test(name)
  return { own: all.filter((metric) => !isOfProcess(metric)), process: all.filter(isOfProcess) }
}

export async function describeMetrics(): Promise<string> {
  const { own, process } = await listMetrics()
  return `# Metrics

Generated from \`server/src/platform/observability/metrics.ts\` by \`npm run generate\`. [operate.md](operate.md) describes
where to scrape them and what to do when one looks wrong. Every series also has the label \`role\`. A histogram has
\`_bucket\`, \`_sum\` and \`_count\`. No label identifies a customer, a device or a person.

${tableOf(own)}

## Process metrics

From prom-client, for each process.

${tableOf(process)}
`
}

function tableOf(metrics: MetricDescription[]): string {
  const rows = metrics.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help.replaceAll('|', '\\|'),
  ])
  return markdownTable([['name', 'type', 'labels', 'description'], ...rows])
}
