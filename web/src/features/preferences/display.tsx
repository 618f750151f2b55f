// Display preferences, stored in this browser only.

import { Input, SegmentedControl, Select, Switch, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Clock, Language, Units } from '../../session/preferences.ts'
import { changePreferences, clocks, usePreferences } from '../../session/preferences.ts'
import { playAlarmOnce } from '../../shell/alarm/alarm-sound.ts'
import { languageNames } from '../../ui/language-names.ts'
import { Section } from '../../ui/section.tsx'

const themes = ['auto', 'light', 'dark'] as const
const units = ['metric', 'imperial', 'nautical'] as const satisfies Units[]

export function Display() {
  const { t } = useTranslation('preferences')
  const preferences = usePreferences()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title={t('display')} description={t('displayHint')}>
      <Select
        label={t('language')}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        value={preferences.language}
        allowDeselect={false}
        onChange={(language) => changePreferences({ language: language as Language })}
      />
      <Input.Wrapper label={t('theme')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('theme')}
          data={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as (typeof themes)[number])}
        />
      </Input.Wrapper>
      <Select
        label={t('units')}
        data={units.map((value) => ({ value, label: t(`unitNames.${value}`) }))}
        value={preferences.units}
        allowDeselect={false}
        onChange={(value) => changePreferences({ units: value as Units })}
      />
      <Input.Wrapper label={t('clock')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('clock')}
          data={clocks.map((value) => ({ value, label: t(`clocks.${value}`) }))}
          value={preferences.clock}
          onChange={(clock) => changePreferences({ clock: clock as Clock })}
        />
      </Input.Wrapper>
      <Switch
        label={t('shell:alarm.sound')}
        description={t('alarmSoundHint')}
        checked={preferences.alarmSound === 'on'}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) playAlarmOnce()
          changePreferences({ alarmSound: currentTarget.checked ? 'on' : 'off' })
        }}
      />
      <Switch
        label={t('letterShortcuts')}
        description={t('letterShortcutsHint')}
        checked={preferences.letterShortcuts}
        onChange={(event) => changePreferences({ letterShortcuts: event.currentTarget.checked })}
      />
    </Section>
  )
}
