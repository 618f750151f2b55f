import { Stack } from '@mantine/core'
import { Failure } from '../ui/failure.tsx'

/** A view that broke: the rest of the interface goes on. A part that could not be fetched is only asked for by a new page. */
export function Broken({ error }: { error: unknown }) {
  return (
    <Stack p="xl" maw={560} pos="relative">
      <Failure error={error} onRetry={() => location.reload()} />
    </Stack>
  )
}
