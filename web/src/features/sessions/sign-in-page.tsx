import { Button, Paper, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../session/preferences.ts'
import { changePreferences, usePreferences } from '../../session/preferences.ts'
import { session } from '../../session/session.ts'
import { useSendsMail } from '../../session/use-sends-mail.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { languageNames } from '../../ui/language-names.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { NewHere } from './new-here.tsx'
import styles from './sign-in-page.module.css'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { t } = useTranslation('sessions')
  const { next } = route.useSearch()
  const { language } = usePreferences()
  const router = useRouter()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  /** The password was set by somebody else: the user must choose a new one. */
  const [mustChoose, setMustChoose] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useTitle(t('title'))
  const sendsMail = useSendsMail()

  async function signIn(form: HTMLFormElement): Promise<void> {
    const fields = new FormData(form)
    const read = (name: string) => String(fields.get(name) ?? '')
    const values = { userName: read('userName'), password: read('password') }
    setRefusal(undefined)
    setIsBusy(true)
    try {
      if (mustChoose) await session.changePassword({ ...values, newPassword: read('newPassword') })
      else await session.signIn(values)
      queries.clear()
      router.history.push(next ?? '/live')
    } catch (error) {
      if (error instanceof RastroError && error.code === 'session.password_temporary' && !mustChoose) {
        setMustChoose(true)
        return
      }
      const isWrong = error instanceof RastroError && error.status === 401
      setRefusal(isWrong ? t('wrong') : sentenceOf(error, t))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main className={styles.page}>
      <Paper className={styles.card} withBorder p="xl" radius="lg">
        <form
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            inBackground(signIn(event.currentTarget))
          }}
        >
          <Stack>
            <div>
              <Title order={1} size="h2">
                {t('title')}
              </Title>
              <Text c="dimmed" size="sm">
                {t('hint')}
              </Text>
            </div>
            <TextInput
              label={t('userName')}
              autoComplete="username"
              autoFocus
              required
              withAsterisk={false}
              name="userName"
            />
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
            {refusal && (
              <Text c="var(--mantine-color-error)" size="sm" role="alert">
                {refusal}
              </Text>
            )}
            <Button type="submit" loading={isBusy}>
              {t('signIn')}
            </Button>
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
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
