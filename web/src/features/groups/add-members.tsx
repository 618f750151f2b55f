import { Button, Group as Row } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Group } from '@rastro/client'
import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DevicePicker } from '../../ui/device-picker.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { addDevices } from './membership.ts'
import { PasteMembers } from './paste-members.tsx'
import { groupsKey } from './use-groups.ts'

export function AddMembers({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string[]>([])
  const [isPasting, setIsPasting] = useState(false)
  const members = new Set(group.devices)
  const missing = chosen.filter((id) => !members.has(id))
  const adding = useMutation({
    mutationFn: () => addDevices(group.id, missing),
    onSuccess: async () => {
      notifications.show({ message: t('added', { count: missing.length }) })
      setChosen([])
      await queries.invalidateQueries({ queryKey: groupsKey })
    },
  })
  return (
    <Section title={t('add.title')} description={t('add.hint')}>
      <DevicePicker
        label={t('add.label')}
        placeholder={chosen.length === 0 ? t('add.example') : ''}
        value={chosen}
        onChange={setChosen}
      />
      {adding.error && <Failure error={adding.error} />}
      <Row gap="xs">
        <Button
          leftSection={<IconPlus size={16} />}
          disabled={missing.length === 0}
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {t('add.action')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardList size={16} />}
          onClick={() => setIsPasting(true)}
        >
          {t('paste.action')}
        </Button>
      </Row>
      {isPasting && <PasteMembers group={group} onClose={() => setIsPasting(false)} />}
    </Section>
  )
}
