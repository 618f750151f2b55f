import { Stack } from '@mantine/core'
import { Failure } from '../ui/failure.tsx'

/** Replaces a view that threw. Only a page reload fetches a failed chunk again. */
export function ViewError({ error }: { error: unknown }) {
  return (
    <Stack p="xl" maw={560} pos="relative">
      <Failure error={error} onRetry={() => location.reload()} />
    </Stack>
  )
}
