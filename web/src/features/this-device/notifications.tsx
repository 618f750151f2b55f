import { Alert, Button, Group, Loader, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { IconBellOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PushSupport } from '../../device-services/push.ts'
import { findPushSupport, readChoice, switchOff, switchOn } from '../../device-services/push.ts'
import { getPreferences } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Section } from '../../ui/section.tsx'
import { browsersKey, useBrowsers } from './use-browsers.ts'

export function Notifications() {
  const { t } = useTranslation('this-device')
  const me = useMe()
  const { data, error, refetch } = useBrowsers()
  const [support, setSupport] = useState(findPushSupport)
  const key = data?.applicationServerKey
  return (
    <Section title={t('notifications.title')} description={t('notifications.hint')}>
      {error && !data && <Failure error={error} onRetry={() => inBackground(refetch())} />}
      {!(data && me) && !error && <Loader aria-label={t('ui:loading')} />}
      {data && !key && <Impossible why="off" />}
      {key && me && !canAsk(support) && <Impossible why={support} />}
      {key && me && canAsk(support) && (
        <Choices
          me={me}
          serverKey={key}
          current={data.pushSubscriptions.find(({ isCurrent }) => isCurrent)}
          onSupport={setSupport}
        />
      )}
    </Section>
  )
}

type Possible = Extract<PushSupport, 'ask' | 'granted'>

function canAsk(support: PushSupport): support is Possible {
  return support === 'ask' || support === 'granted'
}

/** What the user can do about it. */
function Impossible({ why }: { why: 'off' | Exclude<PushSupport, Possible> }) {
  const { t } = useTranslation('this-device')
  return (
    <Alert color="yellow" icon={<IconBellOff size={18} />} title={t(`notifications.${why}.title`)}>
      <Text size="sm">{t(`notifications.${why}.hint`)}</Text>
    </Alert>
  )
}

interface ChoicesProps {
  me: User
  serverKey: string
  current: { id: string; showsText: boolean } | undefined
  onSupport(support: PushSupport): void
}

function Choices({ me, serverKey, current, onSupport }: ChoicesProps) {
  const { t } = useTranslation('this-device')
  const queries = useQueryClient()
  const showsText = current?.showsText ?? readChoice(me.id)?.showsText ?? true
  const change = useMutation({
    async mutationFn(wanted: { isOn: boolean; showsText: boolean }) {
      if (wanted.isOn) onSupport(await switchOn(me, serverKey, wanted.showsText))
      else {
        await switchOff()
        if (current)
          await rastro.delete('/api/me/pushSubscriptions/{subscriptionId}', {
            path: { subscriptionId: current.id },
          })
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: browsersKey }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  return (
    <>
      <Switch
        label={t('notifications.show')}
        description={t('notifications.showHint')}
        checked={current !== undefined}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate({ isOn: currentTarget.checked, showsText })}
      />
      <Switch
        label={t('notifications.text')}
        description={t('notifications.textHint')}
        checked={showsText}
        disabled={!current || change.isPending}
        onChange={({ currentTarget }) => change.mutate({ isOn: true, showsText: currentTarget.checked })}
      />
      {current && <Test id={current.id} />}
    </>
  )
}

function Test({ id }: { id: string }) {
  const { t } = useTranslation('this-device')
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () =>
      rastro.post('/api/me/pushSubscriptions/{subscriptionId}/test', {
        path: { subscriptionId: id },
        body: { language: getPreferences().language },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: browsersKey }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  const { data } = test
  return (
    <Group>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t('notifications.test')}
      </Button>
      <Text size="sm" role="status">
        {data && t(`notifications.outcomes.${data.outcome}`, { reason: data.reason })}
      </Text>
    </Group>
  )
}
