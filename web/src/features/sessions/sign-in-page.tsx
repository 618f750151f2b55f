import { Button, Paper, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import type { PendingSignIn } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askForPasskey, canUsePasskeys, isCancelled, signInWithPasskey } from '../../session/passkey.ts'
import { PasskeyButtons } from '../../session/passkey-buttons.tsx'
import type { Language } from '../../session/preferences.ts'
import { changePreferences, usePreferences } from '../../session/preferences.ts'
import { session } from '../../session/session.ts'
import { useBrand } from '../../session/use-brand.ts'
import { useSendsMail } from '../../session/use-sends-mail.ts'
import { BrandLogo } from '../../ui/brand-logo.tsx'
import { sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { languageNames } from '../../ui/language-names.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { CodeField } from '../../ui/second-factor/code-field.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { BrandFooter } from './brand-footer.tsx'
import { CompanySignIn } from './company-sign-in.tsx'
import { Enrolment } from './enrolment.tsx'
import { NewHere } from './new-here.tsx'
import { SecondStep } from './second-step.tsx'
import styles from './sign-in-page.module.css'

export interface SignInPageProps {
  /** The path to open after signing in. */
  next: string | undefined
  /** The secret of an e-mail, after the second factor was reset. */
  enrolmentLink?: string | undefined
  /** Why a sign-in with the provider was refused. */
  ssoRefusal?: string | undefined
}

const ssoRefusals = new Set([
  'expired',
  'cancelled',
  'provider',
  'refused',
  'unknown',
  'inactive',
  'no_role',
  'name_taken',
])

export function SignInPage({ next, enrolmentLink, ssoRefusal }: SignInPageProps) {
  const { t } = useTranslation('sessions')
  const { language } = usePreferences()
  const router = useRouter()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState(() =>
    ssoRefusal !== undefined && ssoRefusals.has(ssoRefusal) ? t(`sso.refusals.${ssoRefusal}`) : undefined,
  )
  const [userName, setUserName] = useState('')
  /** The password was set by somebody else: the user must choose a new one. */
  const [mustChoose, setMustChoose] = useState(false)
  /** A code or a passkey is needed to choose a new password. */
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const [pending, setPending] = useState<PendingSignIn>()
  const [isBusy, setIsBusy] = useState(false)
  useTitle(t('title'))
  const sendsMail = useSendsMail()
  const sentence = useBrand()?.sentence

  async function signIn(form: HTMLFormElement, askPasskey?: () => Promise<object>): Promise<void> {
    const fields = new FormData(form)
    const read = (name: string) => String(fields.get(name) ?? '')
    const link = enrolmentLink ? { enrolmentLink } : {}
    const values = { userName: read('userName'), password: read('password'), ...link }
    const chosen = { ...values, newPassword: read('newPassword') }
    await tryTo(async () => {
      const factor = askPasskey ? { passkey: await askPasskey() } : needsCode ? { code } : {}
      const step = mustChoose
        ? await session.changePassword({ ...chosen, ...factor })
        : await session.signIn(values)
      if (step) setPending(step)
      else enter()
    })
  }

  function enter(): void {
    queries.clear()
    router.history.push(next ?? '/live')
  }

  async function tryTo(work: () => Promise<void>): Promise<void> {
    setRefusal(undefined)
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      if (isCancelled(error)) return
      if (error instanceof RastroError && error.code === 'session.second_factor_required' && !needsCode) {
        setNeedsCode(true)
        return
      }
      if (error instanceof RastroError && error.code === 'session.password_temporary' && !mustChoose) {
        setMustChoose(true)
        return
      }
      const isWrong = error instanceof RastroError && error.status === 401
      const isPasskey = isWrong && error.code === 'session.passkey_refused'
      setRefusal(isWrong && !isPasskey ? t(needsCode ? 'wrongOrCode' : 'wrong') : sentenceOf(error, t))
    } finally {
      setIsBusy(false)
    }
  }

  function restart(reason: string): void {
    setPending(undefined)
    setRefusal(reason)
  }

  return (
    <main className={styles.page}>
      <Paper className={styles.card} withBorder p="xl" radius="lg">
        {pending?.next === 'secondFactor' && (
          <SecondStep methods={pending.methods} onSignedIn={enter} onEnded={restart} />
        )}
        {pending?.next === 'enrolment' && (
          <Enrolment enrolmentLink={enrolmentLink} onSignedIn={enter} onEnded={restart} />
        )}
        <form
          hidden={pending !== undefined}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            inBackground(signIn(event.currentTarget))
          }}
        >
          <Stack>
            <BrandLogo heightPx={64} />
            <div>
              <Title order={1} size="h2">
                {t('title')}
              </Title>
              <Text c="dimmed" size="sm">
                {enrolmentLink ? t('second-factor:enrolment.linkHint') : (sentence ?? t('hint'))}
              </Text>
            </div>
            <TextInput
              label={t('userName')}
              autoComplete="username"
              autoFocus
              required
              withAsterisk={false}
              name="userName"
              onChange={(event) => setUserName(event.currentTarget.value)}
            />
            {!enrolmentLink && !mustChoose && <CompanySignIn userName={userName} />}
            <PasswordInput
              label={t('password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
              name="password"
            />
            {mustChoose && (
              <PasswordInput
                label={t('newPassword')}
                description={t('newPasswordHint')}
                autoComplete="new-password"
                autoFocus
                required
                withAsterisk={false}
                visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
                name="newPassword"
              />
            )}
            {needsCode && <CodeField value={code} onChange={setCode} hasFocus />}
            {refusal && (
              <Text c="var(--mantine-color-error)" size="sm" role="alert">
                {refusal}
              </Text>
            )}
            <Button type="submit" loading={isBusy}>
              {t('signIn')}
            </Button>
            {canUsePasskeys() && needsCode && (
              <PasskeyButtons
                label={t('second-factor:passkey.use')}
                isBusy={isBusy}
                onUse={(host, { currentTarget: { form } }) =>
                  inBackground(signIn(form!, () => askForPasskey(host)))
                }
              />
            )}
            {canUsePasskeys() && !mustChoose && !enrolmentLink && (
              <PasskeyButtons
                label={t('second-factor:passkey.signIn')}
                isBusy={isBusy}
                onUse={(host) => inBackground(tryTo(async () => signInWithPasskey(host).then(enter)))}
              />
            )}
            {sendsMail && (
              <AnchorLink to="/forgot" size="sm">
                {t('forgot')}
              </AnchorLink>
            )}
            <NewHere />
            <Select
              label={t('language')}
              data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
              value={language}
              allowDeselect={false}
              onChange={(value) => changePreferences({ language: value as Language })}
            />
            <BrandFooter />
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
