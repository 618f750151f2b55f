// Connects a tracker in three steps, beside the map on which it will appear.

import { Anchor, Group, Stepper } from '@mantine/core'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../../session/use-me.ts'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useInitialView } from '../../../ui/use-initial-view.ts'
import { ChooseKind } from './choose-kind.tsx'
import styles from './connect.module.css'
import type { ConnectSearch, ConnectStep } from './connect-search.ts'
import { connectSteps } from './connect-search.ts'
import { kindOf } from './kinds.ts'
import { NameDevice } from './name-device.tsx'
import { WaitForFirst } from './wait-for-first.tsx'

const route = getRouteApi('/shell/connect')

export function ConnectView() {
  const { t } = useTranslation('connect')
  const { step = 'kind', kind, device } = route.useSearch()
  const navigate = route.useNavigate()
  const go = (part: ConnectSearch) => {
    inBackground(navigate({ search: (before) => ({ ...before, ...part }) }))
  }
  const stepIndex = connectSteps.indexOf(step)
  const next = connectSteps[stepIndex + 1]
  const chosen = kindOf(kind)
  const isKnown = useMe() !== undefined
  const mayEdit = useMay()('devices.edit')
  useInitialView()
  if (isKnown && !mayEdit) return <Navigate to="/live" replace />
  return (
    <Panel
      title={t('title')}
      wide
      head={
        <Stepper
          size="xs"
          iconSize={26}
          wrap={false}
          active={stepIndex}
          onStepClick={(index) => go({ step: connectSteps[index] as ConnectStep })}
        >
          {connectSteps.map((name) => (
            <Stepper.Step key={name} label={t(`steps.${name}`)} />
          ))}
        </Stepper>
      }
      foot={
        <Group justify="space-between">
          <AnchorLink to="/live" size="sm">
            {t('leave')}
          </AnchorLink>
          {next && (
            <Anchor component="button" type="button" size="sm" onClick={() => go({ step: next })}>
              {t('skip')}
            </Anchor>
          )}
        </Group>
      }
    >
      <div className={styles.body}>
        {step === 'kind' && (
          <ChooseKind
            kind={chosen}
            onChoose={(protocol) => go({ kind: protocol })}
            onNext={() => go({ step: 'name' })}
          />
        )}
        {step === 'name' && <NameDevice kind={chosen} onReady={(id) => go({ step: 'wait', device: id })} />}
        {step === 'wait' && (
          <WaitForFirst kind={chosen} deviceId={device} onChoose={(id) => go({ device: id })} />
        )}
      </div>
    </Panel>
  )
}
