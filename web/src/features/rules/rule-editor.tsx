// Edits one rule: condition, schedule, devices and contacts, summarised in a sentence at the top.

import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../ui/draft.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { ConditionFields } from './condition-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { DeleteRule } from './delete-rule.tsx'
import type { Draft } from './draft.ts'
import { faultsOf } from './draft.ts'
import { DryRun } from './dry-run.tsx'
import { EscalationField } from './escalation-field.tsx'
import { RuleMap } from './rule-map.tsx'
import { devicesOfRule, geofencesOfRule } from './rule-scope.ts'
import { describeRule } from './rule-sentence.ts'
import styles from './rules.module.css'
import { ScopeFields } from './scope-fields.tsx'
import { SettingFields } from './setting-fields.tsx'
import { SeverityField } from './severity-field.tsx'
import { useLinks, useNames } from './use-links.ts'
import { useSaveRule } from './use-rules.ts'

interface RuleEditorProps {
  /** Undefined for a new one. */
  ruleId?: string
  first: Draft
  /** Names the unsaved changes. */
  form: string
}

/** More are not drawn: they would hide the map. */
const maxShownDevices = 1_000

export function RuleEditor({ ruleId, first, form }: RuleEditorProps) {
  const { t, i18n } = useTranslation('rules')
  const format = useFormat()
  const go = useNavigate()
  const kept = useDraft(form, first)
  const { value: draft, change } = kept
  const links = useLinks()
  const { groups, devices, type, geofences } = draft
  const ruleDevices = useMemo(
    () => devicesOfRule({ groups, devices }, links.groups),
    [groups, devices, links.groups],
  )
  const shownDevices = useMemo(() => ruleDevices?.slice(0, maxShownDevices), [ruleDevices])
  const shownGeofences = useMemo(
    () => geofencesOfRule({ type, geofences }, links.geofences),
    [type, geofences, links.geofences],
  )
  const names = useNames(links, shownDevices ?? [])
  const saving = useSaveRule(ruleId)
  const faultAt = faultsOf(saving.error)
  useEffect(() => {
    // After a failed save, scrolls to the first error.
    if (saving.error) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [saving.error])
  const save = () =>
    saving.mutate(draft, {
      onSuccess: () => {
        kept.saved()
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
        <Group justify="space-between">
          {ruleId ? <DeleteRule ruleId={ruleId} name={first.name} onDelete={kept.abandon} /> : <span />}
          <Group gap="xs">
            <ButtonLink to="/rules" size="xs" variant="default">
              {t('ui:cancel')}
            </ButtonLink>
            <Button size="xs" loading={saving.isPending} onClick={save}>
              {t('ui:save')}
            </Button>
          </Group>
        </Group>
      }
    >
      <div className={styles.notice}>
        <DraftGuard draft={kept} />
      </div>
      {saving.error && (
        <div className={styles.section}>
          <Failure error={saving.error} />
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
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
          {ruleDevices && ruleDevices.length > maxShownDevices && (
            <Text size="xs" c="dimmed">
              {t('scope.mapLimit', { shown: format.number(maxShownDevices) })}
            </Text>
          )}
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
          <EscalationField
            escalation={draft.escalation}
            fault={faultAt('escalation')}
            onChange={(escalation) => change({ escalation })}
          />
        </Section>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      <Section title={t('sections.try')}>
        <DryRun draft={draft} groups={links.groups} />
      </Section>
      <RuleMap geofences={shownGeofences} areGeofencesChosen={geofences.length > 0} devices={shownDevices} />
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
