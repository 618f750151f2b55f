import { Button, Group as Row, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Driver } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { driversKey } from '../../ui/drivers/use-drivers.ts'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { DriverFields, toBody, toDraft } from './driver-fields.tsx'

export function DriverForm({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers')
  const queries = useQueryClient()
  const draft = useDraft(`driver:${driver.id}`, toDraft(driver))
  const body = toBody(draft.value)
  const isChanged = JSON.stringify(body) !== JSON.stringify(toBody(toDraft(driver)))
  const saving = useMutation({
    mutationFn: () => rastro.patch('/api/drivers/{driverId}', { path: { driverId: driver.id }, body }),
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: driversKey })
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section title={t('about')}>
      <form onSubmit={save}>
        <Stack>
          <DraftGuard draft={draft} />
          <DriverFields value={draft.value} onChange={draft.change} />
          {saving.error && <Failure error={saving.error} />}
          <Row>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged || body.name === ''}>
              {t('ui:save')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Section>
  )
}
