import { Alert, Button, Group as Row, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Group } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { addDevices } from './membership.ts'
import type { KnownDevice, Matched } from './pasted.ts'
import { matchPasted, parsePasted } from './pasted.ts'
import { groupsKey } from './use-groups.ts'

const maxShown = 20

/** Shows what was recognised before anything is added. */
export function PasteMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const entries = parsePasted(text)
  const matching = useMutation({
    mutationFn: async () => matchPasted(entries, await listDevices(), new Set(group.devices)),
  })
  const adding = useMutation({
    mutationFn: (devices: string[]) => addDevices(group.id, devices),
    onSuccess: async (_, devices) => {
      notifications.show({ message: t('added', { count: devices.length }) })
      await queries.invalidateQueries({ queryKey: groupsKey })
      onClose()
    },
  })
  const matched = matching.data
  return (
    <Dialog onClose={onClose} size="lg" title={t('paste.title')}>
      <Stack>
        <Textarea
          label={t('paste.label')}
          description={t('paste.hint')}
          autosize
          minRows={6}
          maxRows={14}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            matching.reset()
          }}
        />
        {matched && <Understood matched={matched} />}
        {(matching.error ?? adding.error) && <Failure error={matching.error ?? adding.error} />}
        <Row justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          {matched ? (
            <Button
              disabled={matched.found.length === 0}
              loading={adding.isPending}
              onClick={() => adding.mutate(matched.found)}
            >
              {t('paste.add', { count: matched.found.length })}
            </Button>
          ) : (
            <Button
              disabled={entries.length === 0}
              loading={matching.isPending}
              onClick={() => matching.mutate()}
            >
              {t('paste.check', { count: entries.length })}
            </Button>
          )}
        </Row>
      </Stack>
    </Dialog>
  )
}

function Understood({ matched: { found, already, unknown, ambiguous } }: { matched: Matched }) {
  const { t } = useTranslation('groups')
  const some = (entries: string[]) =>
    entries.slice(0, maxShown).join(', ') + (entries.length > maxShown ? ', …' : '')
  const isGood = unknown.length + ambiguous.length === 0
  return (
    <Alert color={isGood ? 'green' : 'yellow'} role="status">
      <Stack gap={4}>
        <Text size="sm">{t('paste.found', { count: found.length })}</Text>
        {already > 0 && <Text size="sm">{t('paste.already', { count: already })}</Text>}
        {unknown.length > 0 && (
          <Text size="sm">{t('paste.unknown', { count: unknown.length, words: some(unknown) })}</Text>
        )}
        {ambiguous.length > 0 && <Text size="sm">{t('paste.ambiguous', { words: some(ambiguous) })}</Text>}
      </Stack>
    </Alert>
  )
}

async function listDevices(): Promise<KnownDevice[]> {
  const all: KnownDevice[] = []
  for await (const { devices } of rastro.pages('/api/devices', { query: { limit: 1_000 } })) {
    for (const { id, name, identifier } of devices) all.push({ id, name, identifier })
  }
  return all
}
