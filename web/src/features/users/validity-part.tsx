import { Group, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { faultAt } from '../../ui/faults.ts'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Section } from '../../ui/section.tsx'
import type { FormPart } from './form-part.ts'

export function ValidityPart({ draft, change, error, isLocked, isSelf }: FormPart & { isSelf: boolean }) {
  const { t } = useTranslation('users')
  const isOwner = draft.role === 'owner'
  return (
    <Section
      title={t('validity')}
      description={t(isOwner ? 'ownerValidity' : isSelf ? 'ownAccess' : 'validityHint')}
    >
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <MomentInput
          label={t('form.from')}
          disabled={isLocked || isOwner}
          value={draft.from}
          onChange={(from) => change({ from })}
          error={faultAt(error, 'from')}
        />
        <MomentInput
          label={t('form.expires')}
          disabled={isLocked || isOwner}
          value={draft.expiresAt}
          onChange={(expiresAt) => change({ expiresAt })}
          error={faultAt(error, 'expiresAt')}
        />
      </Group>
      <Switch
        label={t('form.disabled')}
        description={t('form.disabledHint')}
        disabled={isLocked || isOwner}
        checked={draft.disabled}
        onChange={(event) => change({ disabled: event.currentTarget.checked })}
      />
      {draft.disabled && (
        <TextInput
          label={t('form.disabledMessage')}
          description={t('form.disabledMessageHint')}
          readOnly={isLocked}
          maxLength={500}
          value={draft.disabledMessage}
          onChange={(event) => change({ disabledMessage: event.currentTarget.value })}
          error={faultAt(error, 'disabledMessage')}
        />
      )}
    </Section>
  )
}
