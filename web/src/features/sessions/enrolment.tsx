// A user who must have a second factor sets up an authenticator app before the first session.

import { Loader, Stack, Text, Title } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../../session/session.ts'
import { Failure, sentenceOf } from '../../ui/failure.tsx'
import { AppSetup } from '../../ui/second-factor/app-setup.tsx'
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.tsx'

export interface EnrolmentProps {
  enrolmentLink: string | undefined
  onSignedIn: () => void
  onEnded: (reason: string) => void
}

export function Enrolment({ enrolmentLink, onSignedIn, onEnded }: EnrolmentProps) {
  const { t } = useTranslation('second-factor')
  const [codes, setCodes] = useState<string[]>()
  const app = useQuery({
    queryKey: ['enrolment'],
    queryFn: () => session.startEnrolment(),
    // The cache is cleared after the sign-in, when the step has ended.
    enabled: !codes,
    // A second call would replace the secret that the user is scanning.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const confirming = useMutation({
    mutationFn: (code: string) => session.finishSignIn({ code, ...(enrolmentLink && { enrolmentLink }) }),
    onSuccess: ({ recoveryCodes = [] }) => {
      if (recoveryCodes.length > 0) setCodes(recoveryCodes)
      else onSignedIn()
    },
    onError: (error) => {
      if (error instanceof RastroError && error.code === 'session.step_ended') onEnded(t('step.ended'))
    },
  })
  const isWrong = confirming.error instanceof RastroError && confirming.error.code === 'session.code_wrong'
  const refusal = isWrong ? t('step.wrong') : confirming.error ? sentenceOf(confirming.error, t) : undefined
  return (
    <Stack>
      <div>
        <Title order={1} size="h2">
          {t('enrolment.title')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('enrolment.hint')}
        </Text>
      </div>
      {app.isPending && !codes && <Loader aria-label={t('ui:loading')} />}
      {app.error && <Failure error={app.error} />}
      {codes && <RecoveryCodes codes={codes} onDone={onSignedIn} />}
      {app.data && !codes && (
        <AppSetup
          {...app.data}
          error={refusal}
          isBusy={confirming.isPending}
          onCode={(code) => confirming.mutate(code)}
        />
      )}
    </Stack>
  )
}
