import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import type { User } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../session/use-me.ts'
import { faultAt } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'
import { offeredPrivileges, roles } from './draft.ts'
import type { FormPart } from './form-part.ts'
import { ScopeChoice } from './scope-choice.tsx'

/** Role, scope and privileges. Only what the caller has can be granted: the server refuses the rest. */
export function AccessPart({ isSelf, ...part }: FormPart & { isSelf: boolean }) {
  const { draft, change, error, isLocked } = part
  const { t } = useTranslation('users')
  const me = useMe()
  const may = useMay()
  const isOwner = draft.role === 'owner'
  return (
    <Section title={t('access')} description={t(isSelf ? 'ownAccess' : 'accessHint')}>
      <Radio.Group
        label={t('form.role')}
        value={draft.role}
        onChange={(role) => change({ role: role as User['role'] })}
        error={faultAt(error, 'role')}
      >
        <Stack gap="sm" mt="xs">
          {(isOwner ? (['owner'] as const) : roles).map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`roles.${role}`)}
              description={t(`roleHint.${role}`)}
              disabled={isLocked || isOwner || (role === 'administrator' && me?.role === 'standard')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isOwner && (
        <Text size="sm" c="dimmed">
          {t('ownerHint')}
        </Text>
      )}
      {draft.role === 'standard' && (
        <>
          <ScopeChoice {...part} />
          <Checkbox.Group
            label={t('form.privileges')}
            description={t('form.privilegesHint')}
            value={draft.privileges}
            onChange={(chosen) => change({ privileges: chosen as User['privileges'] })}
            error={faultAt(error, 'privileges')}
          >
            <Stack gap="sm" mt="xs">
              {offeredPrivileges.map((privilege) => (
                <Checkbox
                  key={privilege}
                  value={privilege}
                  label={t(`privileges.${privilege.replace('.', '_')}`)}
                  description={t(`privilegeHint.${privilege.replace('.', '_')}`)}
                  disabled={isLocked || !may(privilege)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
    </Section>
  )
}
