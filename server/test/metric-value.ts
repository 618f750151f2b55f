import { scrape } from '../src/platform/observability/metrics.ts'

/** Of a metric without labels. Once a role has started in this process, each metric is labelled with it. */
export async function metricValue(name: string): Promise<number> {
  return Number(new RegExp(`^${name}(?:\\{role="\\w+"\\})? (\\S+)$`, 'm').exec(await scrape())?.[1])
}

/** Of the series with this label; 0 while there is none. */
export async function labelledMetricValue(name: string, label: string, value: string): Promise<number> {
  const series = new RegExp(`^${name}\\{(?:[^}]*,)?${label}="${value}"[^}]*\\} (\\S+)$`, 'm')
  return Number(series.exec(await scrape())?.[1] ?? 0)
}
