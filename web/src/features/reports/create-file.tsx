// Makes a file of the report in a chosen format, and shows it while it is being made and afterwards.

import { Button, Group, Menu, Text } from '@mantine/core'
import type { ReportRun } from '@rastro/client'
import { IconChevronDown, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import type { ReportRequest, RunRequest } from './report-api.ts'
import styles from './reports.module.css'
import { RunActions, RunState } from './run-state.tsx'
import { useCreateRun } from './use-runs.ts'

const buttons = [
  { format: 'xlsx', Icon: IconFileTypeXls },
  { format: 'pdf', Icon: IconFileTypePdf },
  { format: 'csv', Icon: IconFileTypeCsv },
  { format: 'html', Icon: undefined },
  { format: 'json', Icon: undefined },
] as const

/** For programs. */
const others = [
  { name: 'csvRfc', choice: { format: 'csv', dialect: 'rfc' } },
  { name: 'ndjson', choice: { format: 'ndjson' } },
] as const

interface CreateFileProps {
  request: ReportRequest
  title: string
  runs: ReportRun[]
}

export function CreateFile({ request, title, runs }: CreateFileProps) {
  const { t } = useTranslation('reports')
  const creating = useCreateRun()
  const [createdId, setCreatedId] = useState<string>()
  const created =
    runs.find(({ id }) => id === createdId) ?? (creating.data?.id === createdId ? creating.data : undefined)
  const create = (choice: Pick<RunRequest, 'format' | 'dialect'>) =>
    creating.mutate({ ...request, ...choice }, { onSuccess: ({ id }) => setCreatedId(id) })
  const isCreating = (format: string) => creating.isPending && creating.variables.format === format
  return (
    <section className={styles.screenOnly} aria-label={t('create.label')}>
      <Group gap={8}>
        <Text size="sm" fw={600}>
          {t('create.label')}
        </Text>
        {buttons.map(({ format, Icon }) => (
          <Button
            key={format}
            size="xs"
            variant={format === 'xlsx' ? 'filled' : 'default'}
            leftSection={Icon && <Icon size={16} aria-hidden />}
            loading={isCreating(format)}
            aria-label={t('create.format', { format: t(`formats.${format}`), title })}
            onClick={() => create({ format })}
          >
            {t(`formats.${format}`)}
          </Button>
        ))}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="subtle" rightSection={<IconChevronDown size={14} />}>
              {t('create.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ name, choice }) => (
              <Menu.Item key={name} onClick={() => create(choice)}>
                {t(`create.others.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {creating.error && <Failure error={creating.error} />}
      {created && (
        <Group mt="sm" className={styles.created ?? ''} justify="space-between" role="status">
          <RunState run={created} />
          <RunActions run={created} />
        </Group>
      )}
    </section>
  )
}
