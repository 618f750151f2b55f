import { Accordion } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TripSettings } from '../../ui/trips/trip-settings.tsx'
import { useMayManageTrips } from '../../ui/trips/use-may-manage-trips.ts'

/** Seldom needed, so it is loaded when it is opened. */
export function GroupTrips({ groupId }: { groupId: string }) {
  const { t } = useTranslation('groups')
  const mayChange = useMayManageTrips()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Accordion value={open} onChange={setOpen}>
      <Accordion.Item value="trips">
        <Accordion.Control>{t('trips')}</Accordion.Control>
        <Accordion.Panel>
          {open === 'trips' && (
            <TripSettings subject={{ level: 'group', id: groupId }} mayChange={mayChange} />
          )}
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
