import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isInstalled } from '../../device-services/push.ts'
import { inBackground } from '../../ui/in-background.ts'
import { useInstallOffer } from '../../ui/install-offer.ts'
import { Section } from '../../ui/section.tsx'

/** The page as an app, with an icon on the home screen. */
export function App() {
  const { t } = useTranslation('this-device')
  const install = useInstallOffer()
  return (
    <Section title={t('app.title')} description={t('app.hint')}>
      {isInstalled() && <Text size="sm">{t('app.installed')}</Text>}
      {!isInstalled() && !install && <Text size="sm">{t('app.byMenu')}</Text>}
      {install && (
        <Group>
          <Button variant="default" onClick={() => inBackground(install())}>
            {t('app.install')}
          </Button>
        </Group>
      )}
    </Section>
  )
}
