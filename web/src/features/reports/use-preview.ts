import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReportRequest } from './report-api.ts'
import { readPreview } from './report-api.ts'

export const previewKey = ['reports', 'preview']
/** Several columns are often chosen one after the other. */
const debounceMs = 350

/** The first rows of a report. A request that is no longer wanted is aborted. */
export function usePreview(wanted: ReportRequest | undefined) {
  const wantedText = wanted && JSON.stringify(wanted)
  const [text] = useDebouncedValue(wantedText, debounceMs, { leading: true })
  const request = text === undefined ? undefined : (JSON.parse(text) as ReportRequest)
  const query = useQuery({
    queryKey: [...previewKey, request],
    queryFn: ({ signal }) => readPreview(request!, signal),
    enabled: request !== undefined,
    // Of the same report, until the next one is there. The columns of another one would be wrong.
    placeholderData: (previous, before) =>
      isSameReport(before?.queryKey, request) ? keepPreviousData(previous) : undefined,
  })
  return { ...query, isOld: query.isPlaceholderData || text !== wantedText }
}

function isSameReport(key: readonly unknown[] | undefined, request: ReportRequest | undefined): boolean {
  return (key?.at(-1) as ReportRequest | undefined)?.report === request?.report
}
