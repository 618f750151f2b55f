// Nothing here yet: what this is, why it is empty, and the one thing to do about it.

import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyProps {
  icon?: ReactNode
  title: string
  says: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, says, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" px="md" py={40} ta="center" role="status">
      {icon}
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw={360}>
        {says}
      </Text>
      {action}
    </Stack>
  )
}
