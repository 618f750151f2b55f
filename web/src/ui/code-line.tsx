import { Code, Group, Stack, Text } from '@mantine/core'
import { CopyText } from './copy-text.tsx'
import styles from './shown-secret.module.css'

/** A line for a terminal, with what it does, to be taken along. */
export function CodeLine({ says, line, copyLabel }: { says: string; line: string; copyLabel: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm">{says}</Text>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Code className={styles.line ?? ''}>{line}</Code>
        <CopyText text={line} label={copyLabel} />
      </Group>
    </Stack>
  )
}
