import { Stack } from '@mantine/core'
import { Failure } from '../ui/failure.tsx'

/** A view that broke: the rest of the interface goes on. */
export function Broken({ error, reset }: { error: unknown; reset(): void }) {
  return (
    <Stack p="xl" maw={560} pos="relative">
      <Failure error={error} onRetry={reset} />
    </Stack>
  )
}
