import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canKeepFleet, chooseToKeepFleet, keepsFleet } from '../../device-services/last-fleet.ts'
import { inBackground } from '../../ui/in-background.ts'
import { Section } from '../../ui/section.tsx'

/** Positions are sensitive: they are kept on a device only if its user wants it. */
export function Offline() {
  const { t } = useTranslation('this-device')
  const [isOn, setIsOn] = useState(keepsFleet)
  return (
    <Section title={t('keep.title')} description={t('keep.hint')}>
      {canKeepFleet ? (
        <Switch
          label={t('keep.label')}
          description={t('keep.labelHint')}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setIsOn(checked)
            inBackground(chooseToKeepFleet(checked))
          }}
        />
      ) : (
        <Text size="sm">{t('notifications.insecure.hint')}</Text>
      )}
    </Section>
  )
}
