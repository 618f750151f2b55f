import { scrape } from '../src/platform/observability/metrics.ts'

/** Of a metric without labels. Once a role has started in this process, each metric is labelled with it. */
export async function metricValue(name: string): Promise<number> {
  return Number(new RegExp(`^${name}(?:\\{role="\\w+"\\})? (\\S+)$`, 'm').exec(await scrape())?.[1])
}
