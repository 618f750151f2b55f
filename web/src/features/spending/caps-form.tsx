import { Button, Group, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { CapBar } from './cap-bar.tsx'
import type { CapKind, CapName, Caps } from './caps.ts'
import { amountOf, capsByKind, isMoney, spendingKey, toChanges, toInputs } from './caps.ts'

export function CapsForm({ caps, currency }: { caps: Caps; currency: string }) {
  const { t } = useTranslation('spending')
  const { number } = useFormat()
  const queries = useQueryClient()
  const draft = useDraft('spending', toInputs(caps))
  const changes = toChanges(draft.value, caps)
  const saving = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.patch('/api/account/spendingCaps', { body: changes })),
    onSuccess: async (saved) => {
      draft.saved()
      queries.setQueryData(spendingKey, saved)
      notifications.show({ message: t('ui:saved') })
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  const amount = (name: CapName, value: number) =>
    number(amountOf(name, value), isMoney(name) ? { style: 'currency', currency } : {})
  const hint = (name: CapName) => {
    const { maxCap } = caps[name]
    return maxCap === null ? t('noLimit') : t('atMost', { amount: amount(name, maxCap) })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="lg">
        <DraftGuard draft={draft} />
        {(Object.keys(capsByKind) as CapKind[]).map((kind) => (
          <Section key={kind} title={t(`kinds.${kind}.title`)} description={t(`kinds.${kind}.hint`)}>
            {capsByKind[kind].map((name) => (
              <CapBar key={name} name={name} cap={caps[name]} currency={currency} />
            ))}
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {capsByKind[kind].map((name) => (
                <NumberInput
                  key={name}
                  label={t(`caps.${name}`)}
                  description={hint(name)}
                  placeholder={t('none')}
                  min={0}
                  allowNegative={false}
                  allowDecimal={isMoney(name)}
                  decimalScale={2}
                  suffix={isMoney(name) ? ` ${currency}` : ''}
                  value={draft.value[name]}
                  onChange={(next) => draft.change({ [name]: next === '' ? '' : Number(next) })}
                />
              ))}
            </SimpleGrid>
          </Section>
        ))}
        {saving.error && <Failure error={saving.error} />}
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={Object.keys(changes).length === 0}>
            {t('ui:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
