import {
  Button,
  Divider,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import {
  IconAdjustments,
  IconBuildingStore,
  IconChartBar,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconReportAnalytics,
  IconSettings,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clock, Language } from '../session/preferences.ts'
import { changePreferences, clocks, usePreferences } from '../session/preferences.ts'
import { useAccount } from '../session/use-account.ts'
import { useMay, useMe } from '../session/use-me.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useWebConfig } from '../session/use-web-config.ts'
import { languageNames } from '../ui/language-names.ts'
import { ButtonLink } from '../ui/links.tsx'
import { playAlarmOnce } from './alarm/alarm-sound.ts'
import { openShortcuts } from './shortcuts.tsx'
import styles from './user-menu-content.module.css'

const themes = ['auto', 'light', 'dark'] as const

export function UserMenuContent({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell')
  const hasDocs = useWebConfig()?.hasDocs ?? false
  const me = useMe()
  const may = useMay()
  const account = useAccount()
  const { signOut, isLeaving } = useSignOut()
  // The menu is open before its content is loaded for the first time: the focus comes with the content.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const entry = { variant: 'subtle', color: 'gray', justify: 'flex-start', fullWidth: true } as const
  return (
    <Stack ref={box} gap="xs" className={styles.menu} tabIndex={-1} data-autofocus>
      <div>
        <Text fw={650} className={styles.name}>
          {me?.name || me?.userName}
        </Text>
        <Text size="xs" c="dimmed" className={styles.name}>
          {[me?.userName, account?.name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Divider />
      <Choices />
      <Divider />
      <div>
        {/* The rail of a phone has no room for them. */}
        <ButtonLink
          {...entry}
          to="/fleet"
          hiddenFrom="sm"
          leftSection={<IconChartBar size={17} />}
          onClick={onDone}
        >
          {t('views.fleet')}
        </ButtonLink>
        {may('reports.read') && (
          <ButtonLink
            {...entry}
            to="/reports"
            hiddenFrom="sm"
            leftSection={<IconReportAnalytics size={17} />}
            onClick={onDone}
          >
            {t('views.reports')}
          </ButtonLink>
        )}
        {account?.managesResale && (
          <ButtonLink
            {...entry}
            to="/console"
            hiddenFrom="sm"
            leftSection={<IconBuildingStore size={17} />}
            onClick={onDone}
          >
            {t('views.console')}
          </ButtonLink>
        )}
        <ButtonLink
          {...entry}
          to="/settings"
          hiddenFrom="sm"
          leftSection={<IconSettings size={17} />}
          onClick={onDone}
        >
          {t('views.settings')}
        </ButtonLink>
        <ButtonLink
          {...entry}
          to="/settings/preferences"
          leftSection={<IconAdjustments size={17} />}
          onClick={onDone}
        >
          {t('userMenu.preferences')}
        </ButtonLink>
        <Button
          {...entry}
          leftSection={<IconKeyboard size={17} />}
          onClick={() => {
            onDone()
            openShortcuts()
          }}
        >
          {t('userMenu.shortcuts')}
        </Button>
        {hasDocs && (
          <Button
            {...entry}
            component="a"
            href="/docs/"
            target="_blank"
            rel="noopener"
            leftSection={<IconHelpCircle size={17} />}
          >
            {t('userMenu.help')}
          </Button>
        )}
        <Button {...entry} leftSection={<IconLogout size={17} />} loading={isLeaving} onClick={signOut}>
          {t('userMenu.signOut')}
        </Button>
      </div>
    </Stack>
  )
}

function Choices() {
  const { t } = useTranslation('shell')
  const { language, clock, alarmSound } = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Input.Wrapper label={t('preferences:theme')} labelElement="div">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('preferences:theme')}
          data={themes.map((value) => ({ value, label: t(`preferences:themes.${value}`) }))}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as (typeof themes)[number])}
        />
      </Input.Wrapper>
      <NativeSelect
        label={t('preferences:language')}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={({ currentTarget }) => changePreferences({ language: currentTarget.value as Language })}
      />
      <Input.Wrapper label={t('preferences:clock')} labelElement="div">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('preferences:clock')}
          data={clocks.map((value) => ({ value, label: t(`preferences:clocks.${value}`) }))}
          value={clock}
          onChange={(value) => changePreferences({ clock: value as Clock })}
        />
      </Input.Wrapper>
      <Switch
        label={t('alarm.sound')}
        checked={alarmSound === 'on'}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) playAlarmOnce()
          changePreferences({ alarmSound: currentTarget.checked ? 'on' : 'off' })
        }}
      />
    </>
  )
}
