// Edits one rule: condition, schedule, devices and contacts, summarised in a sentence at the top.

import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { ConditionFields } from './condition-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import type { Draft } from './draft.ts'
import { faultsOf } from './draft.ts'
import { DryRun } from './dry-run.tsx'
import { describeRule } from './rule-sentence.ts'
import styles from './rules.module.css'
import { ScopeFields } from './scope-fields.tsx'
import { SettingFields } from './setting-fields.tsx'
import { SeverityField } from './severity-field.tsx'
import { useLinks, useNames } from './use-links.ts'
import { useDeleteRule, useSaveRule } from './use-rules.ts'

interface RuleEditorProps {
  /** Undefined for a new one. */
  ruleId?: string
  first: Draft
}

export function RuleEditor({ ruleId, first }: RuleEditorProps) {
  const { t, i18n } = useTranslation('rules')
  const format = useFormat()
  const go = useNavigate()
  const may = useMay()('alerts.manage')
  const [draft, setDraft] = useState(first)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const links = useLinks()
  const names = useNames(links, draft.devices)
  const saving = useSaveRule(ruleId)
  const faultAt = faultsOf(saving.error)
  useEffect(() => {
    // After a failed save, scrolls to the first error.
    if (saving.error) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [saving.error])
  const save = () =>
    saving.mutate(draft, {
      onSuccess: () => {
        notifications.show({ color: 'green', message: t('saved', { name: draft.name }) })
        inBackground(go({ to: '/rules' }))
      },
      onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    })
  return (
    <Panel
      wide
      title={ruleId ? t('rule') : t(`kinds.${draft.type}.name`)}
      aside={
        <ButtonLink
          to={ruleId ? '/rules' : '/rules/new'}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
        >
          {ruleId ? t('title') : t('choose.other')}
        </ButtonLink>
      }
      head={
        <p className={styles.sentence} aria-live="polite" style={{ margin: 0 }}>
          {describeRule(draft, names, i18n.language, t, format)}
        </p>
      }
      foot={
        may && (
          <Group justify="space-between">
            {ruleId ? <DeleteButton ruleId={ruleId} name={first.name} /> : <span />}
            <Group gap="xs">
              <ButtonLink to="/rules" size="xs" variant="default">
                {t('ui:cancel')}
              </ButtonLink>
              <Button size="xs" loading={saving.isPending} onClick={save}>
                {t('ui:save')}
              </Button>
            </Group>
          </Group>
        )
      }
    >
      {saving.error && (
        <div className={styles.section}>
          <Failure error={saving.error} />
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (may) save()
        }}
      >
        <Section title={t('sections.what')}>
          <TextInput
            label={t('name')}
            required
            maxLength={200}
            value={draft.name}
            error={faultAt('name')}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <SettingFields
            kind={draft.type}
            settings={draft.settings}
            faultAt={faultAt}
            onChange={(settings) => change({ settings })}
          />
          <SeverityField severity={draft.severity} onChange={(severity) => change({ severity })} />
          <Switch
            label={t('enabled')}
            checked={draft.enabled}
            onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
          />
        </Section>
        <Section title={t('sections.where')}>
          <ScopeFields draft={draft} links={links} names={names} faultAt={faultAt} onChange={change} />
        </Section>
        <Section title={t('sections.when')}>
          <ConditionFields
            conditions={draft.conditions}
            faultAt={faultAt}
            onChange={(conditions) => change({ conditions })}
          />
        </Section>
        <Section title={t('sections.who')}>
          <ContactFields
            chosen={draft.contacts}
            contacts={links.contacts}
            faultAt={faultAt}
            onChange={(contacts) => change({ contacts })}
          />
        </Section>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      {may && (
        <Section title={t('sections.try')}>
          <DryRun draft={draft} />
        </Section>
      )}
    </Panel>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <Stack gap="sm">{children}</Stack>
    </section>
  )
}

function DeleteButton({ ruleId, name }: { ruleId: string; name: string }) {
  const { t } = useTranslation('rules')
  const go = useNavigate()
  const [isOpen, { open, close }] = useDisclosure()
  const deleting = useDeleteRule(ruleId)
  const remove = () =>
    deleting.mutate(undefined, {
      onSuccess: () => {
        inBackground(go({ to: '/rules' }))
      },
      onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
    })
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={open}>
        {t('ui:delete')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('delete.title', { name })}
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        <Stack>
          <Text size="sm">{t('delete.hint')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('ui:cancel')}
            </Button>
            <Button color="red" loading={deleting.isPending} onClick={remove}>
              {t('ui:delete')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
